"""`bookfolk eval`: how well the parts do, on data that others labelled; no database is touched."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

evaluations = typer.Typer(help="Measure the parts on labelled data.", no_args_is_help=True)


@evaluations.command()
def retrieval(
    queries: Annotated[Path, typer.Argument(help="JSON lines: query, scope, positive.", dir_okay=False)],
    corpus: Annotated[Path, typer.Argument(help="JSON lines: doc_id, character, text.", dir_okay=False)],
    embedder: Annotated[
        str, typer.Option(help="`default`, an .onnx file, or st:MODEL for a sentence-transformers model.")
    ] = "default",
) -> None:
    """hit@1 and MRR in scope and hit@3 over all: hybrid, BM25 alone, dense alone; with 95 % intervals."""
    from app.factory import embedder_file
    from app.settings import Settings
    from evaluation.retrieval import evaluate, load, table
    from knowledge.embed import Embedder, SentenceEncoder

    task = load(queries, corpus)
    made: Embedder
    if embedder.startswith("st:"):
        from knowledge.embed_st import TransformerEncoder

        made = TransformerEncoder(embedder.removeprefix("st:"))
    else:
        made = SentenceEncoder(embedder_file(Settings(embedder=embedder)))
    typer.echo(table(evaluate(task, made)))


def register(cli: typer.Typer) -> None:
    cli.add_typer(evaluations, name="eval")
