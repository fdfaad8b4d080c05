"""Lines with numbers as chats are full of them, none a secret (TRUST T34). Seeded, without end."""

import random
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Final

from tests.memory_core.algorithms.secret_lines import digits, luhn


def harmless(dice: random.Random) -> Iterator[str]:
    while True:
        yield dice.choice(dice.choice(_TOPICS)(dice))


def _row(dice: random.Random, count: int, low: int, high: int, gap: str) -> str:
    return gap.join(str(dice.randrange(low, high)) for _ in range(count))


def _no_card(dice: random.Random, prefix: str, length: int) -> str:
    while luhn(number := prefix + digits(dice, length - len(prefix))):
        pass
    return number


def _isbn(dice: random.Random) -> str:
    body = dice.choice(("9787", "9780", "9781", "9784")) + digits(dice, 8)
    return body + str(-sum(int(d) * (1 + 2 * (i % 2)) for i, d in enumerate(body)) % 10)


def _hex(dice: random.Random, count: int) -> str:
    return "".join(dice.choices("0123456789abcdef", k=count))


def _prices(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    large = f"{r(1, 99)},{r(1000):03},{r(1000):03}.{r(100):02}"
    return (
        f"{r(1, 99999)}元",
        f"¥{r(1, 9999)}.{r(100):02}",
        f"降到{r(100, 99999)}块了",
        f"total {large}",
        f"$ {r(1, 999)},{r(1000):03}",
        f"{r(10**6, 10**10)} rmb",
        f"原价{r(1000, 9999)}现价{r(100, 999)}，省了{r(100, 3000)}",
        f"三家报价：{_row(dice, 3, 1000, 9000, ' ')}",
        f"{r(1000, 9999)}-{r(1000, 9999)}之间都行",
        f"月薪{r(5000, 30000)} {r(100000, 500000)}年终",
        f"股票{dice.choice(('600', '000', '300'))}{digits(dice, 3)} 涨了{r(10)}.{r(100):02}%",
        f"{dice.choice('一二三五')}百{dice.choice('二四八')}十{dice.choice('六七')}块，{r(100)}折",
    )


def _times(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    day = date(2000, 1, 1) + timedelta(days=r(11_000))
    at = datetime(2000, 1, 1) + timedelta(seconds=r(10**9))  # noqa: DTZ001 - a text, no moment
    formats = ("%Y-%m-%d", "%Y年%m月%d日", "%Y/%m/%d", "%Y%m%d", "%d.%m.%Y", "生日%Y.%m.%d")
    return (
        f"{day:{dice.choice(formats)}}",
        f"{day:%B %d, %Y}",
        f"{at:%Y-%m-%d %H:%M:%S}.{r(1000):03}",
        f"{at:%Y%m%d%H%M%S}",
        f"{day:%Y-%m-%d} 到 {at:%Y-%m-%d}",
        f"{r(1, 24)}:{r(60):02}见",
        f"at {r(1, 12)}:{r(60):02} pm",
        f"{r(1, 24)}点{r(60):02}分",
        f"时间戳 {r(1_500_000_000, 1_800_000_000)}",
        f"ts={r(1_500_000_000_000, 1_800_000_000_000)}",
        f"{r(1, 13)}月{r(1, 29)}号 {_row(dice, 3, 10, 99, '/')}",
        f"{r(1990, 2026)}年忘了密码，{r(2, 9)}年没登录",
        f"验证码等了{r(10, 99)}秒还没来，群里{r(100, 2000)}人都收不到",
    )


def _crowds(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    return (
        f"群里{r(3, 2000)}人",
        f"QQ群 {r(10_000, 999_999_999)}",
        f"群号：{r(10_000_000, 999_999_999)}",
        f"我QQ是{r(10_000, 9_999_999_999)}",
        f"{r(10**3, 10**8)}人在看",
        f"播放量才{10 ** r(3, 13)}！",
        f"人口{r(1, 9) * 10 ** r(3, 9)}",
        f"宇宙有{r(10**10, 2 * 10**10)}年",
        f"欠了{r(10**6, 10**12)}日元",
        f"{r(10**6, 10**12)} bytes",
        f"{r(1, 99)}e{r(3, 30)}，也就是{r(1, 99)}万亿",
        f"光速299792458米每秒，{r(10**9, 10**11)}公里",
        f"+{r(1, 99999)} 经验，-{r(1, 9999)} 血",
    )


def _books_and_pages(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    isbn = _isbn(dice)
    return (
        f"ISBN {isbn}",
        f"ISBN {isbn[:3]}-{isbn[3]}-{isbn[4:7]}-{isbn[7:12]}-{isbn[12]}",
        f"ISBN 7-111-{r(10000, 99999)}-{r(10)}",
        f"书号{isbn}",
        f"条码 69{digits(dice, 11)}",
        f"第{r(1, 9999)}期，第{r(1, 99)}页，共{r(100, 999)}页",
        f"BV1{_hex(dice, 9)} av{r(10**6, 10**9)}",
        f"https://example.com/{r(2000, 2026)}/{r(13):02}/{r(10**6, 10**9)}.html",
    )


def _software(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    address = _row(dice, 4, 0, 256, ".")
    return (
        f"v{r(30)}.{r(30)}.{r(30)}-rc{r(9)}",
        f"{r(30)}.{r(30)}.{r(30)}+{r(10**5)}",
        f"Chrome {r(90, 199)}.0.{r(1000, 9999)}.{r(10, 300)}",
        f"Windows 10.0.{r(10000, 30000)}.{r(1000, 9999)}，驱动 {r(400, 600)}.{r(10, 99)}",
        f"python {r(2, 4)}.{r(15)}.{r(15)} numpy {r(3)}.{r(30)}.{r(9)}",
        f"{address}:{r(65536)}",
        f"{address} {_row(dice, 4, 0, 256, '.')}",
        f"{_hex(dice, 8)}-{_hex(dice, 4)}-{_hex(dice, 4)}-{_hex(dice, 4)}-{_hex(dice, 12)}",
        f"commit {_hex(dice, dice.choice((7, 12, 40)))}",
        f"md5 {_hex(dice, 32)}",
        f"#{_hex(dice, 6)}",
        f"{r(1, 4000)}x{r(1, 3000)} {r(24, 240)}Hz {r(1, 32)}GB",
        f"error code {r(100, 99999)}, exit code {r(256)}",
        f"错误码{r(100, 99999)}，HTTP {r(100, 600)}",
        f"max_tokens={r(1000, 200000)}, {r(10**4, 10**7)} tokens used",
        f"密码要{r(6, 9)}到{r(10, 20)}位，每{r(30, 180)}天换一次",
        f"password must have {r(6, 12)} characters, expires in {r(30, 90)} days",
    )


def _places(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    north, east = dice.uniform(3, 54), dice.uniform(73, 136)
    return (
        f"{north:.4f}, {east:.4f}",
        f"({north:.6f},{east:.6f})",
        f"{north:.6f} {east:.6f}",
        f"{north:.8f} {east:.8f}",
        f"北纬{north:.4f} 东经{east:.4f}",
        f"{r(90)}°{r(60):02}'{r(60):02}\"N {r(180)}°{r(60):02}'{r(60):02}\"E",
        f"房间{r(100, 3999)}，{r(1, 40)}楼，门牌{r(1, 999)}号",
        f"邮编{r(100000, 999999)}",
        f"zip code {r(10000, 99999)}, area code {r(200, 999)}",
        f"{dice.choice('GDCKTZ')}{r(1, 9999)}次 {r(1, 17)}车{r(1, 20):02}{dice.choice('ABCDF')}",
        f"{dice.choice(('CA', 'MU', 'CZ'))}{r(100, 9999)} 登机口{r(1, 99)}",
        f"客服 400-{r(100, 999)}-{r(1000, 9999)}，或者 95{r(100, 999)}",
    )


def _games_and_sums(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    balls = " ".join(f"{ball:02}" for ball in sorted(dice.sample(range(1, 34), 6)))
    return (
        f"考了{r(150)}分",
        f"{r(150)}比{r(150)}赢了",
        f"总分{r(700)}/{r(700, 750)}",
        f"成绩：{_row(dice, 6, 55, 100, ' ')}",
        f"score {_row(dice, 5, 1, 100, '-')}",
        f"开奖 {balls} + {r(1, 17):02}",
        f"斐波那契 1 1 2 3 5 8 13 21 34 55 {r(89, 99)}",
        f"圆周率 3.{dice.choice(('14159265358979', '1415926', '141592653589793'))}",
        f"{dice.uniform(0, 100)}",
        f"{r(10**5)} + {r(10**5)} = {r(10**6)}",
        f"{_row(dice, 8, 0, 99, ',')}",
        f"{_row(dice, 4, 1000, 1999, ' ')}",
        f"体重{r(40, 99)}.{r(10)}kg 身高1{r(50, 95)}",
        f"跑了{r(1, 42)}.{r(100):02}公里，配速{r(4, 8)}'{r(60):02}\"，心率{r(120, 190)}",
    )


def _cameras(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    stop = dice.choice(("1.4", "1.8", "2.8", "4"))
    return (
        f"{dice.choice((14, 24, 35, 50, 85, 135))}mm f/{stop}",
        f"70-200mm F{stop}，{r(1000, 9999)}块收的",
        f"索尼A7R{r(2, 6)} + FE {r(12, 24)}-{r(70, 200)} F{stop} GM，{r(1000, 9999)}张",
        f"1/{dice.choice((60, 125, 4000, 8000))}s ISO{dice.choice((100, 6400, 12800, 102400))}",
        f"DSC{r(10000):05}.ARW 和 IMG_{r(10000):04}.JPG",
    )


def _parcels(dice: random.Random) -> tuple[str, ...]:
    r = dice.randrange
    carrier = dice.choice(("SF", "YT", "JD", "ZTO", "JT", "EMS"))
    return (
        f"{carrier}{digits(dice, dice.choice((12, 13, 15)))}",
        f"快递单号{_no_card(dice, dice.choice('134679'), dice.choice((13, 14, 15)))}",
        f"订单号{r(2015, 2027)}{r(1, 13):02}{r(1, 29):02}{digits(dice, 10)}",
        f"order {_no_card(dice, dice.choice('456'), dice.choice((16, 18, 19)))} shipped",
        f"{_no_card(dice, dice.choice('23456'), dice.choice((16, 18, 19)))} 这单到哪了",
        f"流水号：{_no_card(dice, '6', 16)}",
        f"id {r(10**17, 2 * 10**18)}",
        f"E{dice.choice('AB')}{digits(dice, 9)}CN",
    )


_TOPICS: Final[tuple[Callable[[random.Random], tuple[str, ...]], ...]] = (
    _prices,
    _times,
    _crowds,
    _books_and_pages,
    _software,
    _places,
    _games_and_sums,
    _cameras,
    _parcels,
)
