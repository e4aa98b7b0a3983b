"""Chinese surnames: the common single-character ones and the compound ones still met in novels."""

from __future__ import annotations

from knowledge.chinese.listed import listed

SINGLE = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎鲁韦昌马"
    "苗凤方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于傅皮卞齐康伍余元卜顾孟黄穆萧尹姚邵湛汪祁毛"
    "禹狄米贝臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田"
    "樊胡凌霍虞万支柯管卢莫经房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉龚程嵇邢裴陆荣翁荀羊惠甄曲封靳松井"
    "段富巫乌焦巴弓牧山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶黎薄印宿白怀蒲从"
    "鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳姬申扶堵冉宰郦雍却璩桑桂濮牛寿通边扈燕冀浦尚农温别庄"
    "晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧沃利蔚越夔隆师巩聂晁勾"
    "敖融冷辛阚那简饶曾沙养鞠须丰巢关相查后荆红游权盖益桓公佟佘岳帅哈涂年爱阳墨牟焦商福肖闫覃楚"
)
COMPOUND = frozenset(
    listed(
        "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 令狐 慕容 夏侯 轩辕 长孙 宇文 司徒 司空 独孤 南宫 端木 "
        "百里 东郭 西门 呼延 完颜 拓跋 纳兰 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 仲孙 钟离 鲜于 闾丘 "
        "亓官 赫连 第五 即墨 叶赫 爱新觉罗 北堂 西陵 东陵 北冥"
    )
)

# Surnames that are also everyday function words: alone they prove nothing.
FUNCTION_SURNAMES = frozenset(
    "向于从应时安常后都那随管能和同相过易解经关通习全别当来方连与须只因又便在对把请成有益利别强单明曾暴"
    "闻蒙宣幸边房池谢武却越祝赖罢"
)
# What often follows a name that is a clause's subject.
AFTER_NAME = frozenset(
    "道说笑问答听见看忙便又也因就乃遂亦都方才只却正在坐站走来去想点摇抬低回转拿拉推没不皱叹喝骂叫冷微愣怔沉"
    "伸放拍起合开从把被对向已这那一心接急连松闻提吐跟扔抱握捏靠跑冲哭跪躺蹲掏翻端递举缩瞪盯望皱"
)


def surname_of(name: str) -> str:
    """The surname that `name` starts with and that leaves one to three characters; else ""."""
    for width in (2, 1):
        head = name[:width]
        known = COMPOUND if width == 2 else SINGLE
        if head in known and 1 <= len(name) - width <= 3:
            return head
    return ""


def full_name_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span of a surname with a given name that opens `text[start:end]` and that a predicate follows."""
    for width in (3, 2, 4):
        stop = start + width
        surface = text[start:stop]
        if stop >= end or text[stop] not in AFTER_NAME or any(mark in AFTER_NAME for mark in surface):
            continue
        surname = surname_of(surface)
        if surname and surname not in FUNCTION_SURNAMES and (width < 4 or len(surname) > 1):
            return start, stop
    return None
