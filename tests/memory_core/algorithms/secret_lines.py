"""Lines of chat with a secret in them (TRUST T34).

Made by a seeded generator, from what issuers and standards say of each class and not from the
patterns that shall find it.
"""

import base64
import random
import string
from collections.abc import Callable
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
    body = prefix + digits(dice, length - len(prefix) - 1)
    return next(body + last for last in string.digits if luhn(body + last))


def luhn(number: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + place % 2)
        total += value // 10 + value % 10
    return total % 10 == 0


def mobile(dice: random.Random) -> str:
    return dice.choice(PREFIXES) + digits(dice, 8)


def digits(dice: random.Random, count: int) -> str:
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
        + digits(dice, 7),
        lambda: f"({dice.choice(AREAS)}){dice.choice('2345678')}{digits(dice, 7)}",
        lambda: f"{dice.choice(AREAS)}-{dice.choice('678')}{digits(dice, 6)}转{digits(dice, 3)}",
        lambda: f"+1 ({dice.randrange(201, 990)}) {dice.randrange(200, 999)}-{digits(dice, 4)}",
        lambda: f"+44 20 {digits(dice, 4)} {digits(dice, 4)}",
        lambda: f"+81-90-{digits(dice, 4)}-{digits(dice, 4)}",
        lambda: f"+{dice.choice(('33', '49', '61', '852', '886', '65'))}{digits(dice, 9)}",
        lambda: "".join(dice.choice(_SPOKEN[int(digit)]) for digit in mobile(dice)),
    )  # fmt: skip
    return _said(dice, around, dice.choice(makers)(), "phone")


def code_line(dice: random.Random) -> Line:
    code = digits(dice, dice.choice((4, 4, 6, 6, 6, 5, 7, 8)))
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
        _letters(dice, dice.randrange(4, 12)) + digits(dice, 2),
        _letters(dice, 6, "!@#$%_-") + "7!x",
        digits(dice, dice.randrange(6, 10)),
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
        return _said(dice, pins, digits(dice, dice.choice((4, 6))), "password")
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
        url_safe(f'{{"sub":"{digits(dice, 8)}"}}'),
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
        f"xoxb-{digits(dice, 12)}-{digits(dice, 12)}-{_letters(dice, 24)}",
        f"xoxp-{digits(dice, 12)}-{_letters(dice, 24)}",
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
