"""Books and what is known of them (owner: knowledge)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "books",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_books")),
    )
    op.create_index(op.f("ix_books_status"), "books", ["status"], unique=False)
    op.create_table(
        "book_texts",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_book_texts_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", name=op.f("pk_book_texts")),
    )
    op.create_table(
        "chapters",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("body", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_chapters_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "index", name=op.f("pk_chapters")),
    )
    op.create_table(
        "characters",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("aliases", sa.JSON(), nullable=False),
        sa.Column("prominence", sa.Double(), nullable=False),
        sa.Column("mentions", sa.Integer(), nullable=False),
        sa.Column("quotes", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("gender", sa.String(length=1), nullable=False),
        sa.Column("group", sa.Boolean(), nullable=False),
        sa.Column("narrator", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_characters_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "id", name=op.f("pk_characters")),
    )
    op.create_table(
        "lexicons",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_lexicons_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", name=op.f("pk_lexicons")),
    )
    op.create_table(
        "passages",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("segment", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_passages_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "index", name=op.f("pk_passages")),
    )
    op.create_table(
        "queries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("knower", sa.String(length=200), nullable=True),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("passages", sa.JSON(), nullable=False),
        sa.Column("best", sa.Double(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_queries_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_queries")),
    )
    op.create_index(op.f("ix_queries_book_id"), "queries", ["book_id"], unique=False)
    op.create_table(
        "quotes",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.String(length=200), nullable=True),
        sa.Column("addressee", sa.String(length=200), nullable=True),
        sa.Column("cue", sa.String(length=16), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_quotes_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "index", name=op.f("pk_quotes")),
    )
    op.create_index("ix_quotes_speaker", "quotes", ["book_id", "speaker"], unique=False)
    op.create_table(
        "segments",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_segments_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "index", name=op.f("pk_segments")),
    )
    op.create_table(
        "vectors",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("embedder", sa.String(length=200), nullable=False),
        sa.Column("dimensions", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_vectors_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "kind", "batch", name=op.f("pk_vectors")),
    )
    op.create_table(
        "entries",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("character", sa.String(length=200), nullable=False),
        sa.Column("dimension", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.Column("segment", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("emotion", sa.Text(), nullable=False),
        sa.Column("relationship", sa.Text(), nullable=False),
        sa.Column("situation", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("cluster", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id", "character"],
            ["characters.book_id", "characters.id"],
            name="fk_entries_character",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_entries_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "index", name=op.f("pk_entries")),
    )
    op.create_index("ix_entries_character", "entries", ["book_id", "character"], unique=False)
    op.create_table(
        "mentions",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("character", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id", "character"],
            ["characters.book_id", "characters.id"],
            name="fk_mentions_character",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_mentions_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "index", name=op.f("pk_mentions")),
    )
    op.create_table(
        "presence",
        sa.Column("book_id", sa.String(length=80), nullable=False),
        sa.Column("character", sa.String(length=200), nullable=False),
        sa.Column("segment", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id", "character"],
            ["characters.book_id", "characters.id"],
            name="fk_presence_character",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_presence_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "character", "segment", name=op.f("pk_presence")),
    )


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("mentions")
    op.drop_index("ix_entries_character", table_name="entries")
    op.drop_table("entries")
    op.drop_table("vectors")
    op.drop_table("segments")
    op.drop_index("ix_quotes_speaker", table_name="quotes")
    op.drop_table("quotes")
    op.drop_index(op.f("ix_queries_book_id"), table_name="queries")
    op.drop_table("queries")
    op.drop_table("passages")
    op.drop_table("lexicons")
    op.drop_table("characters")
    op.drop_table("chapters")
    op.drop_table("book_texts")
    op.drop_index(op.f("ix_books_status"), table_name="books")
    op.drop_table("books")
