"""Names of what the speaker model weighs, in the order of its columns."""

from __future__ import annotations

BLOCKS = ("name", "pronoun", "noun", "none")
"""Kinds of tag; each has weights of its own."""
TEXT_FEATURES = (
    "bias", "tag", "agrees", "clashes", "unsexed", "first_person", "narrator", "it_beast", "label",
    "label_head", "title_noun", "trade", "called_here", "named_here", "called_before", "called_after",
    "named_before", "named_after", "opens_subject", "opens_named", "closes_subject", "closes_named",
    "beat_agrees", "beat_clashes", "beat_i", "last_named", "second_named", "above_subject",
    "above_last_subject", "above_named", "near", "nearish", "below_subject", "below_named", "weight",
    "unseen", "next_tag", "next_tag2", "salience", "top", "second_top", "top_sex", "stranger", "group",
    "group_tag", "previous_tag", "previous_tag2", "object_of_tag", "weak_tag", "possessor", "kin_elder",
    "last_subject", "last_subject_sex", "last_named_sex", "rivals", "only_sex", "double", "trusted",
    "called_title_agrees", "called_title_clashes",
)  # fmt: skip
"""Read off the text round a turn."""
