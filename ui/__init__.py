"""The page. A client of our HTTP API, and of nothing else of ours."""

from __future__ import annotations

from typing import Any


def mount(app: Any, api_url: str, key: str | None = None, path: str = "/") -> Any:
    """`app` (FastAPI) with the page at `path`. Gradio is imported here, because it takes seconds."""
    import gradio as gr

    from ui.look import css, head
    from ui.page import build_page

    return gr.mount_gradio_app(
        app, build_page(api_url, key), path=path, css=css(), head=head(), theme=gr.themes.Base(),
        run_history=False, footer_links=[], show_error=False, max_file_size="50mb", ssr_mode=False,
    )  # fmt: skip
