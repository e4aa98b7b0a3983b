"""`python -m app.cli` is `bookfolk`."""

from app.cli import main

main()
