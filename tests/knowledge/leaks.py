"""Probes of leaks: what two novels reveal in a chapter must not be found when asked in the one before.

An anchor is a phrase that the novel uses first in `chapter`; `query` asks for what it reveals; `person` is
whom it would give away. Chapters count through the book. Labelled by us.
"""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.types import Character


@dataclass(frozen=True, slots=True)
class Leak:
    novel: str
    chapter: int
    anchor: str
    person: str
    query: str


_PRIDE = """
21 | whole party have left Netherfield | Jane | Why did Mr. Bingley and his sisters leave Netherfield?
22 | Engaged to Mr. Collins | Charlotte Lucas | Whom has Charlotte promised to marry?
28 | Mrs. Collins | Charlotte Lucas | What is Charlotte called now that she is married?
34 | ardently I admire | Mr. Darcy | Is Mr. Darcy in love with Elizabeth?
34 | the last man in the world | Elizabeth | How did Elizabeth refuse Mr. Darcy?
35 | thither also went Mr. Wickham | Mr. Wickham | What did Mr. Wickham do to Miss Darcy at Ramsgate?
35 | thirty thousand pounds | Mr. Wickham | How great is Miss Darcy's fortune, and who was after it?
39 | Brighton | Lydia | Where will the regiment be encamped for the summer?
40 | Mr. Darcy has not authorised me | Elizabeth | Will Elizabeth tell what she knows of Mr. Wickham?
40 | Wickham so very bad | Jane | What does Jane think of Mr. Wickham now?
46 | no money, no connections | Lydia | Why would Mr. Wickham never marry Lydia?
46 | Gretna Green | Lydia | Where did Lydia go when she left in the night?
47 | I am going to Gretna Green | Lydia | What did Lydia write in her letter to Mrs. Forster?
49 | Mrs. Wickham | Lydia | What is Lydia called once she is married?
51 | Mr. Darcy!" repeated | Mr. Darcy | Who was in the church when Lydia was married?
55 | happiest, wisest | Jane | Is Jane going to be married?
56 | I am not to be intimidated | Elizabeth | What did Elizabeth answer to Lady Catherine's demand?
58 | selfish being all my life | Mr. Darcy | What did Mr. Darcy learn from being refused?
59 | engaged to Mr. Darcy | Elizabeth | Whom is Elizabeth engaged to?
59 | voluntarily done for Lydia | Mr. Bennet | What did Mr. Darcy do for Lydia?
59 | I do, I do like him | Elizabeth | What did Elizabeth tell her father of her love?
61 | Mrs. Darcy | Elizabeth | What is Elizabeth called after her wedding?
61 | Mrs. Bingley | Jane | What is Jane called after her wedding?
61 | bought an estate | Mr. Bingley | Where did Mr. Bingley settle in the end?
61 | Pemberley was now Georgiana's home | Mr. Darcy | Where does Georgiana live in the end?
61 | had been the means of uniting | Mrs. Gardiner | Whom do Darcy and Elizabeth thank for their union?
"""
_EMMA = """
15 | making violent love to her | Mr. Elton | Whom does Mr. Elton love?
17 | confession completely renewed her first shame | Harriet | What did Emma have to tell Harriet?
21 | Miss Hawkins | Mr. Elton | Whom is Mr. Elton going to marry?
25 | to have his hair cut | Frank Churchill | Why did Frank Churchill go to London for a day?
26 | large-sized square pianoforte | Jane Fairfax | What present did Jane Fairfax get?
32 | Mrs. Elton | Mr. Elton | What is his wife called?
39 | gipsies | Harriet | What happened to Harriet on the road?
40 | Tunbridge | Harriet | What did Harriet keep in a box?
41 | Mr. Frank Churchill and Miss Fairfax | Mr. Knightley | Whom does Mr. Knightley suspect of a secret?
43 | limited as to number | Emma | How did Emma insult Miss Bates?
43 | insolent in your wit | Mr. Knightley | What did Mr. Knightley reproach Emma with?
44 | Mrs. Smallridge | Jane Fairfax | Where will Jane Fairfax go as a governess?
45 | great Mrs. Churchill was no more | Frank Churchill | Who died at Richmond?
46 | ever since October | Frank Churchill | Whom is Frank Churchill secretly engaged to?
47 | Mr. Knightley must marry no one | Emma | When did Emma know that she loved?
49 | If I loved you less | Mr. Knightley | How did Mr. Knightley tell Emma of his love?
50 | WINDSOR | Frank Churchill | What did Frank Churchill explain in his letter?
52 | safe and well | Mrs. Weston | Was Mrs. Weston's child born?
55 | Harriet's parentage became known | Harriet | Who is Harriet's father?
55 | daughter of a tradesman | Harriet | Of what family is Harriet?
55 | poultry-yard | Mr. Woodhouse | Why did Mr. Woodhouse agree to the wedding?
"""


def _table(novel: str, text: str) -> list[Leak]:
    rows = [[cell.strip() for cell in line.split(" | ")] for line in text.strip().splitlines()]
    return [Leak(novel, int(chapter), anchor, person, query) for chapter, anchor, person, query in rows]


LEAKS = (*_table("PrideAndPrejudice", _PRIDE), *_table("Emma", _EMMA))


def _person(slug: str, gender: str, name: str, *aliases: str) -> Character:
    return Character(slug, name, aliases, gender="f" if gender == "f" else "m")


# The people of the probes with every name the novels give them, late ones too: what a finished cast may hold.
CASTS = {
    "PrideAndPrejudice": (
        _person("elizabeth", "f", "Mrs. Darcy", "Elizabeth Bennet", "Elizabeth", "Lizzy", "Eliza"),
        _person("darcy", "m", "Mr. Darcy", "Darcy"),
        _person("jane", "f", "Mrs. Bingley", "Jane Bennet", "Jane", "Miss Bennet"),
        _person("bingley", "m", "Mr. Bingley", "Bingley"),
        _person("lydia", "f", "Mrs. Wickham", "Lydia Bennet", "Lydia"),
        _person("wickham", "m", "Mr. Wickham", "Wickham"),
        _person("charlotte", "f", "Mrs. Collins", "Charlotte Lucas", "Charlotte", "Miss Lucas"),
        _person("collins", "m", "Mr. Collins"),
        _person("mr-bennet", "m", "Mr. Bennet"),
        _person("mrs-bennet", "f", "Mrs. Bennet"),
        _person("mrs-gardiner", "f", "Mrs. Gardiner"),
        _person("lady-catherine", "f", "Lady Catherine de Bourgh", "Lady Catherine"),
    ),
    "Emma": (
        _person("emma", "f", "Mrs. Knightley", "Emma Woodhouse", "Emma", "Miss Woodhouse"),
        _person("knightley", "m", "Mr. Knightley"),
        _person("harriet", "f", "Mrs. Robert Martin", "Harriet Smith", "Harriet", "Miss Smith"),
        _person("frank", "m", "Frank Churchill", "Mr. Frank Churchill"),
        _person("jane", "f", "Mrs. Frank Churchill", "Jane Fairfax", "Miss Fairfax"),
        _person("elton", "m", "Mr. Elton"),
        _person("mrs-elton", "f", "Mrs. Elton", "Augusta Hawkins", "Miss Hawkins"),
        _person("woodhouse", "m", "Mr. Woodhouse"),
        _person("mrs-weston", "f", "Mrs. Weston", "Miss Taylor"),
        _person("miss-bates", "f", "Miss Bates"),
    ),
}
