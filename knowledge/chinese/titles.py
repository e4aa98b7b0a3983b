"""Words that follow a name or stand for one: kinship, rank and trade, with the gender they carry."""

from __future__ import annotations

from knowledge.chinese.listed import listed
from knowledge.types import Gender

FEMALE = listed(
    "老太太 太太 奶奶 姨太太 姨奶奶 大奶奶 少奶奶 姑奶奶 姑娘 姐姐 妹妹 姐儿 姐 妹 妹子 姊姊 姊 嫂子 "
    "嫂嫂 嫂 婶子 婶婶 婶 婶娘 姨妈 姨娘 姨 姑妈 姑姑 姑 舅母 舅妈 伯母 夫人 娘子 娘娘 娘 妈妈 妈 嬷嬷 "
    "奶妈 姥姥 婆婆 婆 丫头 氏 媳妇 家的 小姐 女士 太妃 贵妃 妃 公主 皇后 太后 师太 师姐 师妹 师娘 "
    "仙姑 仙子 阿姨 大妈 大娘 老娘 老母 圣母 郡主 郡君 太君 女王 老师太 祖母 外婆 奶娘"
)
MALE = listed(
    "老爷 大爷 二爷 三爷 四爷 五爷 六爷 七爷 爷爷 爷 哥哥 哥儿 哥 兄弟 兄 弟弟 弟 公子 相公 少爷 大叔 "
    "叔叔 叔 伯伯 伯 舅舅 舅 姑爷 姨夫 公公 公 先生 将军 元帅 太子 王爷 和尚 禅师 法师 道士 道长 真人 "
    "天王 大王 大人 大哥 二哥 三哥 贤弟 老弟 大圣 星君 君 翁 太监 太医 丈人 驸马 员外 官人 都头 提辖 "
    "教头 头领 师傅 师父 师兄 师弟 师叔 师伯 祖师 掌门 帮主 盟主 庄主 道兄 老祖 尊者 先锋 丞相 太守 "
    "太尉 知府 国师 皇帝 陛下 爸爸 爸 老伯 大伯 大侠 少侠 祖父 外公 国公 贤王 侯"
)
NEUTRAL = listed(
    "老师 老板 教授 医生 经理 总 总监 总裁 局长 处长 科长 主任 院长 校长 所长 队长 警官 律师 博士 助理 "
    "导演 秘书 书记 村长 部长 同学 师长 团长 连长 班长 船长 长老 菩萨 佛祖 祖 仙 大仙 怪 精 魔 老 前辈 "
    "卿 老祖宗 老寿星 老爹 宗主 殿主 阁主 谷主 教主 城主 宫主 上仙 神君 上神 帝君 天尊 儿 儿子"
)

GENDER: dict[str, Gender] = (
    dict.fromkeys(NEUTRAL, "?") | dict.fromkeys(MALE, "m") | dict.fromkeys(FEMALE, "f")  # type: ignore[assignment]
)
BY_LENGTH = tuple(sorted(GENDER, key=lambda title: (-len(title), title)))

# Relative to who speaks: they name no one by themselves.
KIN = frozenset(
    listed(
        "姐姐 妹妹 哥哥 弟弟 兄弟 姐 妹 哥 弟 爷爷 奶奶 爸爸 妈妈 妈 爸 爹 娘 叔叔 伯伯 舅舅 姑姑 嫂子 "
        "嫂嫂 婶子 婶婶 姑娘 姐儿 哥儿 小姐 先生 大哥 二哥 三哥 贤弟 师兄 师弟 师姐 师妹 兄 叔 嫂 孩儿 儿 "
        "儿子 女儿 老人家 奶娘 公子 相公 大爷 嬷嬷 妹子 大人 夫人 媳妇 娘子 丫头 婆婆 公公 婆 母亲 父亲 "
        "丈夫 妻子 老婆 外婆 外公 祖母 祖父"
    )
)


def split_title(surface: str) -> tuple[str, str]:
    """`surface` as (what stands before, longest title at its end): ("林", "姑娘"), ("宝玉", "")."""
    for title in BY_LENGTH:
        if surface.endswith(title):
            return surface[: -len(title)], title
    return surface, ""


def gender_of(surface: str) -> Gender:
    """What the title that ends `surface` says of gender; "?" without one."""
    return GENDER.get(split_title(surface)[1], "?")
