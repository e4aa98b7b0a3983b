"""`python -m app.cli` is `bookfolk`."""

from app.cli import main

if __name__ == "__main__":  # worker processes import this module too
    main()
