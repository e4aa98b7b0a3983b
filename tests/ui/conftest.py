"""The page in a real browser, over the real server with a scripted model."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright

from tests.app.process import free_port, running

_QUIET = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page with two books."""
    port = free_port()
    data = tmp_path_factory.mktemp("stage")
    env = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False"}
    with running("-m", "tests.ui.stage", str(port), str(data), "0.05", port=port, env=env) as url:
        yield url


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A Chromium of the system (BOOKFOLK_CHROMIUM, or on the path)."""
    found = (
        os.environ.get("BOOKFOLK_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    )
    if not found:
        pytest.skip("no Chromium; install it (Debian: apt install chromium) or set BOOKFOLK_CHROMIUM")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=found, args=list(_QUIET))
        yield opened
        await opened.close()


@pytest.fixture
async def page(browser: Browser, stage: str) -> AsyncIterator[Page]:
    """The page in English on a desktop, at the shelf; a script error or a call elsewhere fails the test."""
    context = await browser.new_context(locale="en-US", viewport={"width": 1280, "height": 860})
    opened = await context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda r: r.url.startswith((stage, "data:", "blob:")) or wrong.append(r.url))
    opened.set_default_timeout(30_000)
    await opened.goto(stage)
    await opened.wait_for_selector("button.open")
    yield opened
    await context.close()
    assert not wrong


@pytest.fixture
async def talk(page: Page) -> Page:
    """A new talk with Elizabeth Bennet."""
    await page.click("button.open[title='Pride and Prejudice']")
    await page.click("button.person:has-text('Elizabeth Bennet')")
    await page.wait_for_selector(".meeting")
    return page


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    file = tmp_path / "A New Novel.txt"
    file.write_text("Chapter 1\n\nIt was a fine morning.\n")
    return file
