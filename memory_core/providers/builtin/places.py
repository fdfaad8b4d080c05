"""Is this the name of a place? A short gazetteer and the endings place names have."""

import re
from typing import Final

_REGIONS_ROWS: Final = (
    "北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南",
    "湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 内蒙 广西 西藏 宁夏",
    "新疆 香港 澳门 东北 江南 潮汕 闽南 苏北 苏南 关中 石家庄 唐山 保定 太原 大同 沈阳",
    "大连 鞍山 长春 哈尔滨 齐齐哈尔 延边 南京 苏州 无锡 常州 扬州 镇江 南通 徐州 盐城",
    "连云港 昆山 常熟 张家港 杭州 宁波 温州 绍兴 嘉兴 湖州 金华 义乌 台州 舟山 丽水 衢州",
    "合肥 芜湖 黄山 安庆 福州 厦门 泉州 漳州 莆田 南昌 赣州 九江 景德镇 济南 青岛 烟台",
    "威海 潍坊 淄博 郑州 洛阳 开封 武汉 宜昌 襄阳 长沙 株洲 湘潭 岳阳 广州 深圳 珠海 佛山",
    "东莞 中山 惠州 汕头 潮州 湛江 南宁 桂林 柳州 北海 海口 三亚 成都 绵阳 乐山 贵阳 遵义",
    "昆明 大理 丽江 拉萨 西安 咸阳 宝鸡 兰州 天水 敦煌 西宁 银川 乌鲁木齐 喀什 伊犁",
    "呼和浩特 包头 台北 高雄 莫干山 滨江 萧山 余杭 西湖区 浦东 徐汇 静安 朝阳 海淀 天河",
    "福田 南山 武侯 园区 日本 东京 大阪 京都 札幌 北海道 韩国 首尔 釜山 新加坡 泰国 曼谷",
    "马来西亚 越南 英国 伦敦 法国 巴黎 德国 柏林 慕尼黑 美国 纽约 加州 旧金山 洛杉矶",
    "西雅图 波士顿 加拿大 温哥华 多伦多 澳洲 澳大利亚 悉尼 墨尔本 新西兰 荷兰 瑞士 意大利",
    "西班牙",
)
_REGIONS: Final = frozenset(word for row in _REGIONS_ROWS for word in row.split())
_ENDING: Final = re.compile(
    r"(?:省|市|县|区|镇|乡|村|州|岛|路|街|大道|园|湖|桥|城|小区|里|苑|弄|湾|门|江|港|滩|塘|巷"
    r"|胡同|河|浜|坡|口|站|广场|新村|公寓)$"
)
_NEARBY: Final = re.compile(r"(?:这边|那边|附近|旁边|边上|对面|这儿|那儿|这里|那里|一带|这块|的)$")
_NOT_A_PLACE: Final = re.compile(
    r"^(?:[了过的得不你我他她它这那哪]|家里|院|校|宿舍|酒店|民宿|医院|朋友|同学|一起|.{0,2}楼"
    r"|群里|哪里|心里|梦里|城里$|村里$|手里|眼里|市里$)"
)
_INSIDE: Final = re.compile(r"[，。！？]|一起|因为|所以|可以|不是|喜欢|觉得")


def is_region(name: str) -> bool:
    """A province, city or country somebody can be from."""
    return name in _REGIONS or (
        name[-1:] in "省市县区镇村州" and 2 < len(name) <= 8 and name[:2] in _REGIONS
    )


def is_place(name: str) -> bool:
    """Somewhere to live: starts with a known region or ends as place names end."""
    bare = _NEARBY.sub("", name)
    if len(bare) < 2 or _NOT_A_PLACE.match(bare) or _INSIDE.search(bare):
        return False
    starts = any(bare.startswith(region) for region in _REGIONS if len(region) <= len(bare))
    return starts or bool(_ENDING.search(bare))


def without_nearby(name: str) -> str:
    """ "滨江那边" as "滨江"."""
    return _NEARBY.sub("", name) or name
