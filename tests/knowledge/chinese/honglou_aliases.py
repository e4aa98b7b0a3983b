"""What the twelve people who speak most in 红楼梦 are called: every form that occurs twice or more in the
text and means one of them alone or nearly always. Written down by us from knowledge of the book, before the
merging was measured. The person is given by the name that narration uses most.
"""

from __future__ import annotations

ALIASES: dict[str, str] = {
    "宝玉": "贾宝玉 宝二爷 宝兄弟 宝哥哥 宝哥儿 怡红公子 宝叔 宝二叔",
    "凤姐": "王熙凤 熙凤 凤姐儿 凤丫头 琏二奶奶 二奶奶 凤辣子 凤姐姐 凤哥儿 琏二嫂子 琏二婶子 二嫂子 "
    "二婶子 凤儿",
    "贾母": "老太太 老祖宗 史太君 老寿星",
    "黛玉": "林黛玉 林姑娘 林妹妹 颦儿 颦卿 潇湘妃子 林丫头 林姐姐",
    "袭人": "袭人姐姐 袭姑娘 花姑娘 花大姐姐",
    "宝钗": "薛宝钗 宝姐姐 宝姑娘 宝丫头 蘅芜君 宝妹妹 薛大姑娘 宝二奶奶",
    "贾政": "老爷 政老 存周 政老爹 贾存周 二老爷",
    "王夫人": "太太 二太太",
    "贾琏": "琏二爷 琏儿 琏二哥 琏二哥哥 琏爷 琏二叔",
    "平儿": "平姑娘 平姐姐 平丫头",
    "探春": "三姑娘 三丫头 三妹妹 蕉下客 探丫头",
    "薛姨妈": "姨妈 姨太太 薛姨太太",
}


def pairs() -> list[tuple[str, str]]:
    """(alias, person) of the list."""
    return [(alias, person) for person, aliases in ALIASES.items() for alias in aliases.split()]
