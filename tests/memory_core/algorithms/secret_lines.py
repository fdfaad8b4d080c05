"""Lines of chat with a secret in them, and lines with numbers that are none (TRUST T34).

Made by a seeded generator, from what issuers and standards say of each class and not from the
patterns that shall find it.
"""

import base64
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from memory_core.algorithms.secrets import Kind


@dataclass(frozen=True, slots=True)
class Line:
    """`canaries` = the pieces of `text` of which nothing may be left."""

    text: str
    kind: Kind
    canaries: tuple[str, ...]


REGIONS: Final = ("110101", "310115", "440305", "330106", "510107", "610113", "650102", "320505")
ISSUERS: Final = (
    *(("622202", 19), ("621700", 19), ("622848", 19), ("621661", 19), ("625912", 16)),
    *(("955880", 19), ("601382", 19), ("603367", 18), ("690755", 18), ("623058", 19)),
    *(("436742", 19), ("404157", 16), ("411111", 16), ("4", 13), ("520082", 16), ("555555", 16)),
    *(("2221", 16), ("2720", 16), ("3782", 15), ("341", 15), ("3528", 16), ("6011", 16)),
    *(("3056", 14), ("5018", 17), ("62", 16), ("628888", 16), ("94001", 16), ("2202", 16)),
)
PREFIXES: Final = (
    *("130", "131", "135", "137", "138", "139", "147", "150", "155", "159", "166", "173", "176"),
    *("177", "180", "186", "189", "191", "198", "199"),
)
AREAS: Final = ("010", "021", "020", "0571", "0755", "0512", "028", "0898", "0311", "029")
_SPOKEN: Final = ("零\u3007", "一幺", "二", "三", "四", "五", "六", "七", "八", "九")
WORDS: Final = (
    *("hunter2", "Passw0rd!", "qwerty123", "abc123", "88888888", "letmein!", "Tr0ub4dor&3"),
    *("xiaoye2024", "iloveyou520", "a1b2c3d4", "woaini1314", "P@ssw0rd", "20010203", "zhou_1990"),
)


def identity(dice: random.Random) -> str:
    born = date(1950, 1, 1) + timedelta(days=dice.randrange(25_000))
    body = f"{dice.choice(REGIONS)}{born:%Y%m%d}{dice.randrange(1000):03}"
    weights = [2**power % 11 for power in range(17, 0, -1)]
    rest = sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True)) % 11
    last = (12 - rest) % 11
    return body + ("X" if last == 10 else str(last))


def card(dice: random.Random) -> str:
    prefix, length = dice.choice(ISSUERS)
    body = prefix + _digits(dice, length - len(prefix) - 1)
    return next(body + last for last in string.digits if luhn(body + last))


def luhn(number: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + place % 2)
        total += value // 10 + value % 10
    return total % 10 == 0


def mobile(dice: random.Random) -> str:
    return dice.choice(PREFIXES) + _digits(dice, 8)


def _digits(dice: random.Random, count: int) -> str:
    return "".join(dice.choices(string.digits, k=count))


def _letters(dice: random.Random, count: int, extra: str = "") -> str:
    return "".join(dice.choices(string.ascii_letters + string.digits + extra, k=count))


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _bold(text: str) -> str:
    return text.translate({ord(str(d)): chr(0x1D7CE + d) for d in range(10)})


def _keycaps(text: str) -> str:
    return "".join(f"{c}\ufe0f\u20e3" if c.isdigit() else c for c in text)


def _hidden(text: str, dice: random.Random) -> str:
    unseen = ("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad")
    return (
        "".join(c + (dice.choice(unseen) if dice.random() < 0.5 else "") for c in text[:-1])
        + (text[-1])
    )


def _by(text: str, sizes: tuple[int, ...], gap: str) -> str:
    """The text cut in pieces of these sizes, the last size as often as needed."""
    pieces: list[str] = []
    place = 0
    while place < len(text):
        size = sizes[min(len(pieces), len(sizes) - 1)]
        pieces.append(text[place : place + size])
        place += size
    return gap.join(pieces)


def disguised(number: str, dice: random.Random, *, sizes: tuple[tuple[int, ...], ...]) -> str:
    """The number as somebody might type it, or hide it."""
    gaps = (" ", "-", ".", "\u3000", "\u00a0", "\u2013", " - ", "\uff0d", "\uff0e", "  ")
    ways: tuple[Callable[[], str], ...] = (
        lambda: number,
        lambda: number,
        lambda: _by(number, dice.choice(sizes), dice.choice(gaps)),
        lambda: _by(number, (1,), dice.choice(gaps)),
        lambda: _wide(number),
        lambda: _wide(_by(number, dice.choice(sizes), " ")),
        lambda: _hidden(number, dice),
        lambda: _hidden(_by(number, dice.choice(sizes), "-"), dice),
        lambda: _bold(number),
        lambda: _keycaps(number),
    )
    return dice.choice(ways)()


def _said(dice: random.Random, around: tuple[str, ...], shown: str, kind: Kind) -> Line:
    return Line(dice.choice(around).format(shown), kind, (shown,))


def identity_line(dice: random.Random) -> Line:
    number = identity(dice)
    if dice.random() < 0.2:
        number = number.lower()
    shown = disguised(number, dice, sizes=((6, 8, 4), (6, 4, 4, 4), (3, 3, 4, 4, 4), (4,), (2,)))
    around = (
        *(
            "{}",
            "我的身份证号是{}",
            "身份证：{}，别外传",
            "帮我订票 {} 谢谢",
            "张三{}",
            "名字李四 证件号{}",
        ),
        *("my ID is {}.", "ID {} for the hotel", "({})", "1.王五 {}", "实名认证用的{}这个"),
    )
    return _said(dice, around, shown, "identity")


def card_line(dice: random.Random) -> Line:
    shown = disguised(card(dice), dice, sizes=((4,), (4, 6, 9), (6, 13), (8,), (3,), (5,), (2,)))
    around = (
        *(
            "{}",
            "卡号{}",
            "转到这张卡 {} 就行",
            "我的工行卡：{}",
            "银行卡 {}，户名林知夏",
            "打我{}",
        ),
        *(
            "my card number is {}",
            "charge it to {} please",
            "card: {}",
            "{} 招商银行",
            "还款到（{}）",
        ),
    )
    return _said(dice, around, shown, "card")


def phone_line(dice: random.Random) -> Line:
    around = (
        *(
            "{}",
            "我手机号{}",
            "打我电话 {} 就行",
            "联系人王五{}",
            "微信同号：{}",
            "加我 {} 备注来意",
        ),
        *("call me at {}", "my number is {}.", "Tel: {}", "phone {}", "张三 {} 李四也行", "（{}）"),
    )
    mobile_sizes = ((3, 4), (3, 4, 4), (7, 4), (3, 8), (3, 3, 5), (2,))
    makers: tuple[Callable[[], str], ...] = (
        lambda: disguised(mobile(dice), dice, sizes=((3, 4, 4), (3, 4, 4), (3, 8), (7, 4))),
        lambda: _by(mobile(dice), dice.choice(mobile_sizes), dice.choice(" -")),
        lambda: dice.choice(("+86", "+86 ", "+86-", "86", "0086", "(+86)", "+86 ")) + mobile(dice),
        lambda: "+86 " + _by(mobile(dice), (3, 4, 4), dice.choice((" ", "-"))),
        lambda: dice.choice(AREAS)
        + dice.choice(("-", "", " ", "\uff0d"))
        + dice.choice("2345678")
        + _digits(dice, 7),
        lambda: f"({dice.choice(AREAS)}){dice.choice('2345678')}{_digits(dice, 7)}",
        lambda: f"{dice.choice(AREAS)}-{dice.choice('678')}{_digits(dice, 6)}转{_digits(dice, 3)}",
        lambda: f"+1 ({dice.randrange(201, 990)}) {dice.randrange(200, 999)}-{_digits(dice, 4)}",
        lambda: f"+44 20 {_digits(dice, 4)} {_digits(dice, 4)}",
        lambda: f"+81-90-{_digits(dice, 4)}-{_digits(dice, 4)}",
        lambda: f"+{dice.choice(('33', '49', '61', '852', '886', '65'))}{_digits(dice, 9)}",
        lambda: "".join(dice.choice(_SPOKEN[int(digit)]) for digit in mobile(dice)),
    )  # fmt: skip
    return _said(dice, around, dice.choice(makers)(), "phone")


def code_line(dice: random.Random) -> Line:
    code = _digits(dice, dice.choice((4, 4, 6, 6, 6, 5, 7, 8)))
    ways = (code, code, code, _wide(code), _hidden(code, dice), _by(code, (3, 3, 2), " "),
            _by(code, (1,), dice.choice(" -")), _bold(code))  # fmt: skip
    around = (
        *(
            "验证码{}",
            "验证码是{}",
            "我的验证码：{}",
            "验证码 {} 别告诉别人",
            "校验码{}，5分钟内有效",
        ),
        *(
            "你的动态码为 {}",
            "【淘宝】您的验证码是{}，请勿泄露",
            "动态密码：{}",
            "短信验证码收到了，{}",
        ),
        *(
            "{}是你的验证码",
            "{}（登录验证码）",
            "刚收到验证码 {}",
            "驗證碼：{}",
            "登录验证码为{}。",
        ),
        *("your verification code is {}", "{} is your Google verification code", "code: {}"),
        *("Use {} as your login code", "OTP {}", "the code is {}", "security code: {}"),
        *("Your one-time code is {}.", "auth code = {}", "my code is {}", "passcode {}"),
    )
    return _said(dice, around, dice.choice(ways), "code")


def password_line(dice: random.Random) -> Line:
    word = dice.choice((
        *WORDS,
        _letters(dice, dice.randrange(4, 12)) + _digits(dice, 2),
        _letters(dice, 6, "!@#$%_-") + "7!x",
        _digits(dice, dice.randrange(6, 10)),
    ))  # fmt: skip
    if dice.random() < 0.1:
        word = dice.choice((_wide(word.replace('"', "")), _hidden(word, dice)))
    around = (
        *(
            "密码是{}",
            "密码：{}",
            "我wifi密码 {}",
            "密码改成{}了",
            "邮箱密码就是{}，别乱改",
            "口令：{}",
        ),
        *("密码还是{}", "开机密码设成了{}", "账号admin 密码{}", "密碼是{}", "{}是我的银行密码"),
        *("password: {}", "my password is {}", "pwd={}", "the password's {}", "passwd = {}"),
        *("DB_PASSWORD={}", '"password": "{}"', "changed my password to {}", "wifi password {}"),
        *("{} is my netflix password", "密码“{}”", "the password is still {}"),
    )
    pins = ("PIN is {}", "pin: {}", "我的pin码是{}", "PIN码 {}", "card pin code {}")
    spoken = ("密码是{}", "密码：{}", "口令是{}", "密码就是{}，记好了", "暗号：{}")
    chance = dice.random()
    if chance < 0.1:
        return _said(dice, pins, _digits(dice, dice.choice((4, 6))), "password")
    if chance < 0.2:
        phrases = ("芝麻开门", "天王盖地虎", "小鸡炖蘑菇", "宫廷玉液酒", "飞流直下三千尺")
        return _said(dice, spoken, dice.choice(phrases), "password")
    if chance < 0.25:
        plain = ("sunflower", "dragon", "correct-horse-battery", "monkey", "butterfly")
        english = ("my password is {}", "password: {}", "the wifi password is {}.")
        return _said(dice, english, dice.choice(plain), "password")
    return _said(dice, around, word, "password")


def key_line(dice: random.Random) -> Line:
    def encoded(count: int) -> str:
        return base64.b64encode(dice.randbytes(count)).decode()

    def url_safe(text: str) -> str:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    jwt = ".".join((
        url_safe('{"alg":"HS256","typ":"JWT"}'),
        url_safe(f'{{"sub":"{_digits(dice, 8)}"}}'),
        _letters(dice, 43, "-_"),
    ))  # fmt: skip
    rows = "\n".join(_by(encoded(600), (64,), "\n").split("\n"))
    pem_kind = dice.choice(("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "))
    pem = f"-----BEGIN {pem_kind}PRIVATE KEY-----\n{rows}\n-----END {pem_kind}PRIVATE KEY-----"
    token = dice.choice((
        "sk-" + _letters(dice, 48),
        "sk-proj-" + _letters(dice, 60, "-_"),
        "sk-ant-api03-" + _letters(dice, 80, "-_"),
        "AKIA" + "".join(dice.choices(string.ascii_uppercase + string.digits, k=16)),
        "ghp_" + _letters(dice, 36),
        "gho_" + _letters(dice, 36),
        "github_pat_" + _letters(dice, 22) + "_" + _letters(dice, 59),
        f"xoxb-{_digits(dice, 12)}-{_digits(dice, 12)}-{_letters(dice, 24)}",
        f"xoxp-{_digits(dice, 12)}-{_letters(dice, 24)}",
        "AIza" + _letters(dice, 35, "-_"),
        jwt,
        pem,
        pem.replace("\n", "\\n"),
        pem[:300],
    ))  # fmt: skip
    named = _letters(dice, 24) + "7a"
    around = (
        *("{}", "我的key是{}", "把{}填进去", "export OPENAI_API_KEY={}", 'key = "{}"', "token: {}"),
        *("Authorization: Bearer {}", "用这个 {} 别泄露", "here: {} thanks", "密钥：{}", "({})"),
    )
    named_around = (
        *("api_key={}", "API key: {}", "access_token={}", "client_secret: {}", "token={}"),
        *("Authorization: Bearer {}", "密钥是{}", '"secret_key": "{}"', "curl -H 'Bearer {}'"),
    )
    if dice.random() < 0.25:
        return _said(dice, named_around, named, "key")
    return _said(dice, around, token, "key")


def userinfo_line(dice: random.Random) -> Line:
    user, word = dice.choice(("root", "admin", "zhou", "app_user")), dice.choice(WORDS)
    scheme = dice.choice(("https", "http", "postgres", "redis", "ftp", "mongodb+srv", "mysql"))
    pair = f"{user}:{word}"
    around = (
        *(
            "{}://{}@db.example.com:5432/app",
            "连{}://{}@10.0.0.3/ 就行",
            "clone {}://{}@git.example.com/x.git",
        ),
        *("DATABASE_URL={}://{}@localhost", "看 {}://{}@example.com/a?b=1"),
    )
    return Line(dice.choice(around).format(scheme, pair), "userinfo", (pair, word))


MAKERS: Final[dict[Kind, Callable[[random.Random], Line]]] = {
    "identity": identity_line,
    "card": card_line,
    "phone": phone_line,
    "code": code_line,
    "password": password_line,
    "key": key_line,
    "userinfo": userinfo_line,
}


def harmless(dice: random.Random) -> Iterator[str]:
    """Numbers as chats are full of them, without end."""
    r, pick = dice.randrange, dice.choice

    def not_luhn(prefix: str, length: int) -> str:
        while luhn(number := prefix + _digits(dice, length - len(prefix))):
            pass
        return number

    def isbn() -> str:
        body = pick(("9787", "9780", "9781", "9784")) + _digits(dice, 8)
        total = sum(int(d) * (1 + 2 * (i % 2)) for i, d in enumerate(body))
        return body + str(-total % 10)

    def row(count: int, low: int, high: int, gap: str) -> str:
        return gap.join(str(r(low, high)) for _ in range(count))

    def day() -> date:
        return date(2000, 1, 1) + timedelta(days=r(11_000))

    makers: tuple[Callable[[], str], ...] = (
        lambda: pick(("{}元", "¥{}", "降到{}块了", "{} yuan", "$ {}", "才卖{}", "total {}")).format(
            pick((f"{r(1, 99999)}", f"{r(1, 9999)}.{r(100):02}", f"{r(1, 999)},{r(1000):03}",
                  f"{r(1, 99)},{r(1000):03},{r(1000):03}.{r(100):02}"))
        ),
        lambda: f"原价{r(1000, 9999)}现价{r(100, 999)}，省了{r(100, 3000)}",
        lambda: f"三家报价：{row(3, 1000, 9000, ' ')}",
        lambda: f"{r(1000, 9999)}-{r(1000, 9999)}之间都行",
        lambda: pick(("{:%Y-%m-%d}", "{:%Y年%m月%d日}", "{:%Y/%m/%d}", "{:%Y%m%d}", "{:%d.%m.%Y}",
                      "生日{:%Y.%m.%d}", "on {:%B %d, %Y}")).format(day()),
        lambda: f"{day():%Y-%m-%d} {r(24):02}:{r(60):02}:{r(60):02}.{r(1000):03}",
        lambda: f"{day():%Y-%m-%d} 到 {day():%Y-%m-%d}",
        lambda: f"{day():%Y%m%d}{r(24):02}{r(60):02}{r(60):02}",
        lambda: pick(("{}:{:02}见", "{}点{:02}分", "at {}:{:02} pm", "{}:{:02}的高铁")).format(r(1, 24), r(60)),
        lambda: pick(("时间戳 {}", "ts={}", "timestamp: {}", "{}")).format(
            pick((r(1_500_000_000, 1_800_000_000), r(1_500_000_000_000, 1_800_000_000_000)))
        ),
        lambda: pick(("群里{}人", "{}人群", "QQ群 {}", "群号：{}", "加群{}", "我QQ是{}")).format(
            pick((r(3, 2000), r(10_000, 999_999_999), r(10_000_000, 999_999_999)))
        ),
        lambda: pick(("播放量{}", "{}人在看", "人口{}", "大概{}次", "宇宙有{}年", "{} bytes", "欠了{}日元")).format(
            pick((10 ** r(3, 15), r(1, 9) * 10 ** r(3, 12), r(10**6, 10**12)))
        ).replace("播放量", "播放量才") + pick(("", "！", "啊")),
        lambda: f"{r(1, 99)}e{r(3, 30)}，也就是{r(1, 99)}万亿",
        lambda: f"光速{299792458}米每秒，{r(10**9, 10**11)}公里",
        lambda: "ISBN " + pick((isbn(), _by(isbn(), (3, 1, 3, 5, 1), "-"), f"7-111-{r(10000, 99999)}-{r(10)}")),
        lambda: "条码 69" + _digits(dice, 11) if dice.random() < 0.3 else f"书号{isbn()}",
        lambda: f"v{r(30)}.{r(30)}.{r(30)}" + pick(("", f"-rc{r(9)}", f"+{r(10**5)}")),
        lambda: f"Chrome {r(90, 199)}.0.{r(1000, 9999)}.{r(10, 300)}",
        lambda: f"Windows 10.0.{r(10000, 30000)}.{r(1000, 9999)}，驱动 {r(400, 600)}.{r(10, 99)}",
        lambda: f"python {r(2, 4)}.{r(15)}.{r(15)} numpy {r(3)}.{r(30)}.{r(9)}",
        lambda: pick(("{:.4f}, {:.4f}", "({:.6f},{:.6f})", "北纬{:.4f} 东经{:.4f}", "{:.6f} {:.6f}", "{:.8f} {:.8f}")).format(
            dice.uniform(3, 54), dice.uniform(73, 136)
        ),
        lambda: f"{r(0, 90)}°{r(60):02}′{r(60):02}″N {r(180)}°{r(60):02}′{r(60):02}″E",
        lambda: pick(("考了{}分", "{}比{}赢了", "总分{}/{}", "score {}-{}", "{}:{}")).format(r(150), r(150)),
        lambda: f"成绩：{row(6, 55, 100, ' ')}",
        lambda: f"score {row(5, 1, 100, '-')}",
        lambda: f"开奖 {' '.join(f'{n:02}' for n in sorted(dice.sample(range(1, 34), 6)))} + {r(1, 17):02}",
        lambda: f"斐波那契 1 1 2 3 5 8 13 21 34 55 {r(89, 99)}",
        lambda: pick(("{}mm f{}", "{}-200mm F{}", "{}mm定焦 f/{}", "ISO {}00 f{}", "{}毫米 光圈{}")).format(
            pick((14, 24, 35, 50, 85, 135)), pick(("1.4", "1.8", "2.8", "4"))
        ),
        lambda: f"索尼A7R{r(2, 6)} + FE {r(12, 24)}-{r(70, 200)} F2.8 GM，{r(1000, 9999)}张",
        lambda: f"1/{pick((60, 125, 250, 4000, 8000))}s ISO{pick((100, 6400, 12800, 102400))}",
        lambda: pick("GDCKTZ") + f"{r(1, 9999)}次 {r(1, 17)}车{r(1, 20):02}{pick('ABCDF')}",
        lambda: pick(("CA", "MU", "CZ", "HU")) + f"{r(100, 9999)} 登机口{r(1, 99)}",
        lambda: pick(("SF", "YT", "JD", "ZTO", "JT", "EMS")) + _digits(dice, pick((12, 13, 15))),
        lambda: "快递单号" + pick((not_luhn("7", 14), not_luhn("4", 13), not_luhn("1", 13), not_luhn("3", 15))),
        lambda: pick(("订单号{}", "订单 {} 发货了", "order {} shipped", "流水号：{}")).format(
            pick((f"{day():%Y%m%d}{_digits(dice, 10)}", not_luhn("6", 16), not_luhn("4", 18), not_luhn("5", 19)))
        ),
        lambda: f"id {r(10**17, 2 * 10**18)}",
        lambda: f"E{pick('AB')}{_digits(dice, 9)}CN",
        lambda: f"{r(256)}.{r(256)}.{r(256)}.{r(256)}:{r(65536)}",
        lambda: f"{_hex(dice, 8)}-{_hex(dice, 4)}-{_hex(dice, 4)}-{_hex(dice, 4)}-{_hex(dice, 12)}",
        lambda: f"commit {_hex(dice, pick((7, 12, 40)))}",
        lambda: f"md5 {_hex(dice, 32)}",
        lambda: f"#{_hex(dice, 6)}",
        lambda: f"{r(1, 4000)}x{r(1, 3000)} {r(24, 240)}Hz {r(1, 32)}GB",
        lambda: f"圆周率 3.{pick(('14159265358979', '1415926', '141592653589793'))}",
        lambda: f"{dice.uniform(0, 100)}",
        lambda: f"{r(10**5)} + {r(10**5)} = {r(10**6)}",
        lambda: f"体重{r(40, 99)}.{r(10)}kg 身高1{r(50, 95)}",
        lambda: f"房间{r(100, 3999)}，{r(1, 40)}楼，门牌{r(1, 999)}号",
        lambda: f"邮编{r(100000, 999999)}",
        lambda: f"zip code {r(10000, 99999)}, area code {r(200, 999)}",
        lambda: pick(("error code {}", "错误码{}", "HTTP {}", "exit code {}", "status code: {}")).format(r(100, 99999)),
        lambda: f"股票{pick(('600', '000', '300', '688'))}{_digits(dice, 3)} 涨了{r(10)}.{r(100):02}%",
        lambda: f"客服 400-{r(100, 999)}-{r(1000, 9999)}，或者 95{r(100, 999)}",
        lambda: f"第{r(1, 9999)}期，第{r(1, 99)}页，共{r(100, 999)}页",
        lambda: f"BV1{_letters(dice, 9)} av{r(10**6, 10**9)}",
        lambda: f"https://example.com/{r(2000, 2026)}/{r(13):02}/{r(10**6, 10**9)}.html",
        lambda: f"验证码等了{r(10, 99)}秒还没来，群里{r(100, 2000)}人都收不到",
        lambda: f"{r(1990, 2026)}年忘了密码，{r(2, 9)}年没登录",
        lambda: f"密码要{r(6, 9)}到{r(10, 20)}位，每{r(30, 180)}天换一次",
        lambda: f"password must have {r(6, 12)} characters, expires in {r(30, 90)} days",
        lambda: f"max_tokens={r(1000, 200000)}, {r(10**4, 10**7)} tokens used",
        lambda: f"跑了{r(1, 42)}.{r(100):02}公里，配速{r(4, 8)}'{r(60):02}\"，心率{r(120, 190)}",
        lambda: f"+{r(1, 99999)} 经验，-{r(1, 9999)} 血",
        lambda: f"{r(1, 13)}月{r(1, 29)}号 {row(3, 10, 99, '/')}",
        lambda: f"{row(8, 0, 99, ',')}",
        lambda: f"{row(4, 1000, 1999, ' ')}",
        lambda: f"EXIF {r(1, 9999):04} DSC{r(10000):05}.ARW",
        lambda: f"{pick(('一', '二', '三', '五'))}百{pick(('二', '四', '八'))}十{pick(('六', '七'))}块，{r(100)}折",
    )  # fmt: skip
    while True:
        yield pick(makers)()


def _hex(dice: random.Random, count: int) -> str:
    return "".join(dice.choices("0123456789abcdef", k=count))
