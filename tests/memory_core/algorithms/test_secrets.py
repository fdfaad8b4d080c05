"""What counts as a secret, what does not, and what a mask leaves (TRUST T34)."""

# ruff: noqa: RUF001 - people write full-width digits

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.algorithms.secrets import KINDS, POLICY, Kind, Secret, find, mask, verdict
from memory_core.algorithms.secrets.kinds import LABELS_EN, LABELS_ZH

PEM = (
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,8A\n\n"
    "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MIIEpAIBAAKCAQEA\n"
    "Z3VS5JJcds3xfn==\n-----END RSA PRIVATE KEY-----"
)
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

MASKED = [
    ("我身份证110101199003077934", "我身份证[身份证号]"),
    ("11010519491231002X", "[identity number]"),
    ("１１０１０５１９４９１２３１００２ｘ", "[identity number]"),
    ("110105 19491231 002x 是我", "[身份证号] 是我"),
    ("1-1-0-1-0-5-1-9-4-9-1-2-3-1-0-0-2-X", "[identity number]"),
    ("身份证号 110101199003077935", "身份证号 [身份证号]"),  # mistyped
    ("身份证：110101900307793", "身份证：[身份证号]"),  # of the old kind
    ("卡号 4111 1111 1111 1111，12/28", "卡号 [银行卡号]，12/28"),
    ("4111-1111-1111-1111 123", "[card number] 123"),
    ("3782 822463 10005", "[card number]"),
    ("订单里填的卡号是4111111111111111", "订单里填的卡号是[银行卡号]"),
    ("card4111111111111111", "card[card number]"),
    ("打我电话13800138000", "打我电话[电话号码]"),
    ("+86 138-0013-8000", "[phone number]"),
    ("8613800138000", "[phone number]"),
    ("张三13800138000 李四13900139000", "张三[电话号码] 李四[电话号码]"),
    ("1.13800138000\n2.13900139000", "1.[phone number]\n2.[phone number]"),
    ("王五幺三八零零幺三八零零零", "王五[电话号码]"),
    ("一三八零零一三八零零零", "[电话号码]"),
    ("1\u200b3\u200b8\u200b0\u200b0138000", "[phone number]"),
    ("1️⃣3️⃣8️⃣0️⃣0️⃣1️⃣3️⃣8️⃣0️⃣0️⃣0️⃣", "[phone number]"),
    ("微信同号 13 800 138 000", "微信同号 [电话号码]"),
    ("0571-87654321 转 802", "[电话号码]"),
    ("(010)62345678", "[phone number]"),
    ("座机是87654321", "座机是[电话号码]"),
    ("+44 20 7946 0958", "[phone number]"),
    ("(415) 555-2671 or 415-555-2672", "[phone number] or [phone number]"),
    ("验证码是 482913，别告诉别人", "验证码是 [验证码]，别告诉别人"),
    ("【淘宝】628194（登录验证码），5分钟内有效", "【淘宝】[验证码]（登录验证码），5分钟内有效"),
    ("482913 is your Google verification code", "[code] is your Google verification code"),
    ("Your verification code is G-482913.", "Your verification code is G-[code]."),
    ("code: 4821", "code: [code]"),
    ("验证码 a3f9", "验证码 [验证码]"),
    ("验证码 四八二九一三", "验证码 [验证码]"),
    ("cvv 123", "cvv [code]"),
    ("密码是abc123，记得改", "密码是[密码]，记得改"),
    ("密码：芝麻开门", "密码：[密码]"),
    ("我的口令是天王盖地虎。", "我的口令是[密码]。"),
    ("wifi密码 88888888", "wifi密码 [密码]"),
    ("密码改成了hunter2", "密码改成了[密码]"),
    ("123456是我家wifi的密码", "[密码]是我家wifi的密码"),
    ("密码“小鸡 炖蘑菇”", "密码“[密码]”"),
    ("my password is sunflower.", "my password is [password]."),
    ("the password's hunter2", "the password's [password]"),
    ("Passwords: a1/b2", "Passwords: [password]"),
    ("pwd=Passw0rd!", "pwd=[password]"),
    ('{"password": "let me in"}', '{"password": "[password]"}'),
    ("export DB_PASSWORD=letmein", "export DB_PASSWORD=[password]"),
    ("PIN is 4821", "PIN is [password]"),
    ("pin码 8245", "pin码 [密码]"),
    ("助记词: abandon ability able about", "助记词: [密码]"),
    ("sk-ant-api03-abcdefghijklmnop1234 别外传", "[密钥] 别外传"),
    ("AKIAIOSFODNN7EXAMPLE", "[key]"),
    ("token ghp_abcdefghijklmnopqrstuvwxyz0123456789", "token [key]"),
    (f"jwt {JWT}!", "jwt [key]!"),
    (f"see\n{PEM}\nthanks", "see\n[key]\nthanks"),
    (PEM.replace("\n", "\\n") + " thanks", "[key] thanks"),
    (PEM[:120], "[key]"),
    ("Authorization: Bearer abc.def.ghi", "Authorization: Bearer [key]"),
    ('api_key = "abcd1234efgh5678"', 'api_key = "[key]"'),
    ("密钥是 abcd1234efgh5678", "密钥是 [密钥]"),
    ("postgres://user:p@ss@db.example.com/x", "postgres://[login]@db.example.com/x"),
    ("https://s3cr3t@example.com/x", "https://[login]@example.com/x"),
    # two classes in one place leave nothing of either
    ("他的密码是13800138000", "他的密码是[密码]"),
    ("密码：4111111111111111abc", "密码：[银行卡号]"),
]

HARMLESS = [
    "这个群1234人，验证码收不到",
    "验证码过期了，群号12345678",
    "2019年注册的，验证码发到旧手机了",
    "密码是多少",
    "密码错了三次",
    "密码是6位数字",
    "密码学1234567",
    "password is wrong",
    "password is very important to me",
    "the password is required",
    "password: required",
    "pin this message, 2024 of them",
    "宇宙年龄13800000000年",
    "ISBN 9787111407010",
    "时间戳 1700000000000",
    "error code 50034, exit code: 1234",
    "zip code is 94105",
    "订单号 202401151234567890",
    "39.904200 116.407400",
    "130.12345678",
    "3.14159265358979",
    "Chrome 138.0.7204.168",
    "192.168.100.100:8080",
    "550e8400-e29b-41d4-a716-446655440000",
    "1080 2400 1200 3600",
    "月薪15000 200000年终奖",
    "SF1380013800012",
    "客服400-820-8820，电话 95588",
    "git clone ssh://git@example.com/x.git",
    "https://example.com/a:b/@someone",
    "token usage: 1234567",
    "老三一三五去健身",
    "110101199013077934",  # no such month
    "4111111111111112",
    "",
]


@pytest.mark.parametrize(("text", "masked"), MASKED)
def test_a_secret_is_replaced_by_the_name_of_its_class(text: str, masked: str) -> None:
    assert mask(text).text == masked


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert find(text) == ()
    assert mask(text).text == text


def test_a_find_tells_kind_and_place() -> None:
    text = "电话138 0013 8000，密码：abc123"
    assert find(text) == (Secret(2, 15, "phone"), Secret(19, 25, "password"))
    assert mask(text).counts == {"phone": 1, "password": 1}


def test_secrets_of_one_class_are_counted() -> None:
    assert mask("13800138000 13900139000 4111111111111111").counts == {"phone": 2, "card": 1}


def test_a_mask_keeps_no_length() -> None:
    assert mask("密码：abc1").text == mask("密码：abcdefghijklmnop1").text


def test_a_word_reaches_over_no_mask() -> None:
    assert find("验证码是[验证码]，5566 7788") == ()
    assert find("密码：[密码]abc123") == ()


def test_a_label_inside_a_longer_secret_hides_none_of_it() -> None:
    masked = mask("电话：13800138000[电话号码]13900139000").text
    assert not re.search("[0-9]", masked)


def test_every_class_has_a_policy_and_two_labels() -> None:
    assert set(POLICY) == set(LABELS_ZH) == set(LABELS_EN) == set(KINDS)
    labels = [*LABELS_ZH.values(), *LABELS_EN.values()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((), None),
        (("userinfo",), "mask"),
        (("userinfo", "phone"), "review"),
        (("phone", "card", "userinfo"), "drop"),
    ],
)
def test_the_strictest_policy_of_all_finds_wins(kinds: tuple[Kind, ...], expected: str) -> None:
    assert verdict(kinds) == expected


PIECES = st.sampled_from(
    [
        *("密码", "密码是", "password", " is ", "pwd=", "验证码", "code", "电话", "卡号", "身份证"),
        *("13800138000", "4111111111111111", "11010519491231002X", "482913", "abc123", "hunter2"),
        *("138", "0013", "8000", "4111", "1111", " ", "-", ".", "，", "\n", ": ", "：", "is", "的"),
        *("[密码]", "[电话号码]", "[code]", "://", "@", "a:b", "sk-", "eyJ", "Bearer ", "token="),
        *("-----BEGIN PRIVATE KEY-----", "-----END", "\u200b", "\ufdd0", "一", "三八零", "是"),
        *("+86", "(", ")", "“", "”", '"', "ｐ", "９", "1.", "x", "X", "3.", " your ", "pin", "年"),
        *("人", "[", "]", "seed phrase", " able", "助记词"),
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=30).map("".join))


@given(TEXTS)
@settings(max_examples=1500, deadline=None)
def test_masking_leaves_nothing_to_find_and_twice_is_once(text: str) -> None:
    masked = mask(text).text
    assert find(masked) == ()
    assert mask(masked).text == masked


@given(TEXTS)
@settings(max_examples=1000, deadline=None)
def test_finds_lie_in_the_text_in_order_and_apart(text: str) -> None:
    found = find(text)
    bounds = [0, *(edge for secret in found for edge in (secret.start, secret.end)), len(text)]
    assert bounds == sorted(bounds)
    assert all(secret.start < secret.end for secret in found)
    assert sum(mask(text).counts.values()) == len(found)
