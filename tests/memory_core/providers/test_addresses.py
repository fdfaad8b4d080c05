import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.ports import Denied, Unavailable
from memory_core.providers.addresses import (
    HostPolicy,
    Origin,
    Reach,
    parse_base_url,
    reach_of,
    resolve,
)
from tests.memory_core.providers.ends import Names

NOBODY = Names({})

# Refused as they stand, whatever is listed.
MISSPELT = [
    "", "api.example.com", "//api.example.com/v1", "file:///etc/passwd", "gopher://10.0.0.1:70/_x",
    "ftp://example.com/", "dict://127.0.0.1:11211/", "ldap://example.com", "javascript:alert(1)",
    "data:text/plain,hi", "unix:///var/run/docker.sock", "ws://example.com", "jar:http://a!/b",
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/v1", "http:/example.com", "http:example.com",
    "http:///v1", "https://", "http://user@example.com", "http://user:secret@example.com/v1",
    "http://example.com@169.254.169.254/", "http://169.254.169.254#@example.com/",
    "http://169.254.169.254?@example.com/", "http://example.com\\@169.254.169.254/",
    "http://example.com/v1?next=http://10.0.0.1", "http://example.com/v1#x", "http://example.com/#",
    "http://2130706433/", "http://0x7f000001/", "http://0x7f.0.0.1/", "http://0x7f.1/",
    "http://017700000001/", "http://0177.0.0.1/", "http://127.1/", "http://127.0.1/",
    "http://10.1/", "http://0/", "http://00000000/", "http://127.0.0.1./", "http://127.0.0.0x1/",
    "http://127.0.0.1.0/", "http://256.1.1.1/", "http://1.2.3.4.5/", "http://0x/",
    "http://3232235777/", "http://\uff10x7f.1/", "http://\uff11\uff12\uff17.0.0.1/", "http://127。0。0。1/",
    "http://ⓛocalhost/", "http://localhost%00.example.com/", "http://%31%32%37.0.0.1/",
    "http://[::1%25eth0]/", "http://[fe80::1%eth0]/", "http://[::1/", "http://[127.0.0.1]/",
    "http://[::ffff:127.0.0.1.5]/", "http://example.com:0/", "http://example.com:65536/",
    "http://example.com:99999999/", "http://example.com:80x/", "http://exa mple.com/",
    "http://example.com\t/", "http://example.com\r\nHost: evil/", "http://example.com/\x00",
    "http://.example.com/", "http://example..com/", "http://example.com./v1", "http://-a.example/",
    "http://example.com/v1/../../admin/..", "http://example.com/./v1", "http://example.com/%2e%2e/",
    " http://example.com", "http://example.com ", "http://" + "a" * 254 + ".com/",
]  # fmt: skip

# Well spelt, but on this machine or next to it: only if listed.
NEAR = [
    "http://127.0.0.1/", "http://127.0.0.1:11434/v1", "http://127.8.8.8/", "http://localhost:8000",
    "https://LOCALHOST/", "http://api.localhost/", "http://10.0.0.1/", "http://172.16.0.1/",
    "http://172.31.255.254/", "http://192.168.1.5:8080/v1", "http://100.64.0.1/",
    "http://198.18.0.7/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/", "http://[fd12::1]/",
    "http://[fc00::7]:8000/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
    "http://[::ffff:10.0.0.1]/", "http://[64:ff9b::10.0.0.1]/", "http://[64:ff9b::7f00:1]/",
]  # fmt: skip

# Never, listed or not.
NEVER = [
    "http://169.254.169.254/latest/meta-data", "http://169.254.170.2/", "http://169.254.0.1/",
    "http://0.0.0.0/", "http://0.0.0.0:11434/v1", "http://0.1.2.3/", "http://224.0.0.1/",
    "http://239.255.255.250:1900/", "http://255.255.255.255/", "http://240.0.0.1/",
    "http://100.100.100.200/latest", "http://168.63.129.16/", "http://192.0.0.192/",
    "http://192.0.2.1/", "http://198.51.100.1/", "http://203.0.113.1/", "http://[::]/",
    "http://[fe80::1]/", "http://[febf::1]/", "http://[fec0::1]/", "http://[ff02::1]/",
    "http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/", "http://[::169.254.169.254]/",
    "http://[64:ff9b::169.254.169.254]/", "http://[2002:a9fe:a9fe::]/", "http://[2001::1]/",
    "http://[fd00:ec2::254]/", "http://[fd20:ce::254]/", "http://[2001:db8::1]/",
    "http://[100::1]/", "http://[::7f00:1]/", "http://[64:ff9b:1::1]/",
]  # fmt: skip


def _denied(url: str, *, policy: HostPolicy) -> Denied:
    with pytest.raises(Denied) as caught:
        policy.addresses(parse_base_url(url, name="BASE_URL").origin, resolver=NOBODY)
    return caught.value


def test_more_than_sixty_addresses_are_tried() -> None:
    assert len({*MISSPELT, *NEAR, *NEVER}) == len(MISSPELT) + len(NEAR) + len(NEVER) >= 120


@pytest.mark.parametrize("url", MISSPELT)
def test_an_address_that_other_parsers_might_read_otherwise_is_refused(url: str) -> None:
    with pytest.raises(Denied) as caught:
        parse_base_url(url, name="BASE_URL")
    assert caught.value.reason.startswith("BASE_URL ")
    assert "secret" not in caught.value.reason


@pytest.mark.parametrize("url", NEAR)
def test_a_near_address_is_refused_unless_it_is_listed(url: str) -> None:
    origin = parse_base_url(url, name="BASE_URL").origin
    assert "MEMORYWEB_LLM_ALLOWED_HOSTS" in _denied(url, policy=HostPolicy()).reason
    listed = HostPolicy.parse(f"api.example.com, {origin.host}")
    found = listed.addresses(origin, resolver=Names({origin.host: [("127.0.0.1",)]}))
    assert len(found) == 1


@pytest.mark.parametrize("url", NEVER)
def test_an_address_of_metadata_multicast_or_nowhere_is_refused_even_if_listed(url: str) -> None:
    host = parse_base_url(url, name="BASE_URL").origin.host
    for policy in (HostPolicy(), HostPolicy.parse(host), HostPolicy.parse(f"[{host}]")):
        _denied(url, policy=policy)


@pytest.mark.parametrize("url", [url for url in (*NEAR, *NEVER) if "localhost" not in url.lower()])
def test_a_name_that_leads_to_a_near_or_forbidden_address_is_refused(url: str) -> None:
    address = parse_base_url(url, name="BASE_URL").origin.host
    names = Names({"api.example.com": [(address,)]})
    with pytest.raises(Denied) as caught:
        HostPolicy().addresses(Origin("https", "api.example.com", 443), resolver=names)
    assert address not in caught.value.reason


def test_one_bad_address_among_good_ones_spoils_the_name() -> None:
    names = Names({"api.example.com": [("93.184.215.14", "2606:2800::1", "169.254.169.254")]})
    with pytest.raises(Denied, match="never called"):
        HostPolicy().addresses(Origin("https", "api.example.com", 443), resolver=names)


def test_a_listed_name_may_lead_to_a_private_network_but_not_to_metadata() -> None:
    origin = Origin("http", "ollama.lan", 11434)
    policy = HostPolicy.parse("ollama.lan:11434")
    good = Names({"ollama.lan": [("192.168.1.5", "fd12::5")]})
    assert policy.addresses(origin, resolver=good) == (
        ipaddress.ip_address("192.168.1.5"),
        ipaddress.ip_address("fd12::5"),
    )
    with pytest.raises(Denied):
        policy.addresses(origin, resolver=Names({"ollama.lan": [("169.254.169.254",)]}))


def test_a_list_keeps_everybody_else_out() -> None:
    policy = HostPolicy.parse("API.example.com, [2606:2800::1]:8443,ollama:11434")
    names = Names({"api.example.com": [("93.184.215.14",)]})
    assert policy.addresses(Origin("https", "api.example.com", 443), resolver=names)
    policy.check(Origin("https", "2606:2800::1", 8443))
    for origin in (
        Origin("https", "api.example.org", 443),
        Origin("https", "evil.api.example.com", 443),
        Origin("https", "2606:2800::1", 443),
        Origin("http", "ollama", 22),
    ):
        with pytest.raises(Denied, match="not among"):
            policy.check(origin)


@pytest.mark.parametrize(
    ("url", "origin", "path"),
    [
        ("https://api.example.com/v1", "https://api.example.com", "/v1"),
        ("HTTPS://API.Example.com:443/v1/", "https://api.example.com", "/v1"),
        ("http://93.184.215.14:8080", "http://93.184.215.14:8080", ""),
        ("https://[2606:2800:0::1]/openai/v1", "https://[2606:2800::1]", "/openai/v1"),
        ("http://ollama_1:11434/v1", "http://ollama_1:11434", "/v1"),
        ("https://xn--fiq228c.example/v1beta/models:x", "https://xn--fiq228c.example", None),
    ],
)
def test_a_plain_address_is_read(url: str, origin: str, path: str | None) -> None:
    base = parse_base_url(url, name="BASE_URL")
    assert str(base.origin) == origin
    assert path is None or base.path == path


def test_a_name_nobody_knows_is_no_fault_of_the_set_up() -> None:
    origin = Origin("https", "api.example.com", 443)
    for names in (NOBODY, Names({"api.example.com": [()]}), Names({"api.example.com": [("x",)]})):
        with pytest.raises(Unavailable):
            HostPolicy().addresses(origin, resolver=names)


def test_the_system_resolves_the_loopback() -> None:
    assert set(resolve("localhost", 80)) <= {"127.0.0.1", "::1"}


@given(st.integers(0, 2**32 - 1))
def test_an_ipv4_address_reaches_as_far_inside_ipv6_as_alone(number: int) -> None:
    plain = ipaddress.IPv4Address(number)
    mapped = ipaddress.IPv6Address(0xFFFF00000000 + number)
    assert reach_of(mapped) is reach_of(plain)


@given(st.integers(0, 2**32 - 1).map(ipaddress.IPv4Address))
def test_what_python_knows_as_not_global_is_never_public(address: ipaddress.IPv4Address) -> None:
    if not address.is_global or address.is_multicast:
        assert reach_of(address) is not Reach.PUBLIC


@given(st.text(max_size=60))
def test_any_text_is_read_or_denied(text: str) -> None:
    for url in (text, f"http://{text}", f"https://example.com{text}"):
        try:
            base = parse_base_url(url, name="BASE_URL")
        except Denied:
            continue
        assert base.origin.host.isascii()
        assert "@" not in str(base)
