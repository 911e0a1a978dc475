"""Which addresses a user may have the site send to: servers of the public internet, written plainly."""

import threading

import pytest

from masques_site.notices.channels.outbound import ForbiddenAddress, Unreachable, check, resolving, target_of

FINE = [
    "https://93.184.216.34/hook",
    "https://8.8.8.8/",
    "https://172.15.255.255/",  # the last before the private ones
    "https://172.32.0.0/",
    "https://100.63.255.255/",
    "https://100.128.0.0/",
    "https://192.0.1.0/",
    "https://198.17.255.255/",
    "https://198.20.0.0/",
    "https://223.255.255.255/",
    "https://[2606:4700:4700::1111]/",
    "https://[2a00:1450:4001:82a::200e]:8443/",
    "https://hooks.example.com",
    "https://hooks.example.com:443/services/a?b=c&d=%20",
    "https://hooks.example.com:1024/",
    "https://hooks.example.com:65535/",
    "https://HOOKS.Example.com/",
    "https://pièce.example.com/",
]
PRIVATE = [
    "https://127.0.0.1/",
    "https://127.255.255.254/",
    "https://0.0.0.0/",
    "https://0.1.2.3/",
    "https://10.0.0.1/",
    "https://10.255.255.255/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://100.100.100.200/",
    "https://100.127.255.255/",
    "https://168.63.129.16/",
    "https://192.0.0.192/",
    "https://192.0.2.7/",
    "https://192.88.99.1/",
    "https://198.18.0.1/",
    "https://198.19.255.255/",
    "https://198.51.100.7/",
    "https://203.0.113.7/",
    "https://224.0.0.1/",
    "https://239.255.255.250/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[::1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::8.8.8.8]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[100::1]/",
    "https://[2001::1]/",
    "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "https://[2001:2::1]/",
    "https://[2001:20::1]/",
    "https://[2001:db8::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2002:808:808::1]/",
    "https://[3fff::1]/",
    "https://[5f00::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://１２７.0.0.1/",  # browsers read wide digits as digits
]
NO_SERVER = [
    "https://127.1/",
    "https://0x7f.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://127.0.0.1.5/",
    "https://127.0.0.1./",
    "https://127。0。0。1/",
    "https://1.2.3/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://a.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://router.lan/",
    "https://nas.home.arpa/",
    "https://wiki.corp/",
    "https://intranet/",
    "https://db/",
    "https://hooks.example.com./",
    "https://hooks..example.com/",
    "https://.example.com/",
    "https://hooks.example.com\\.evil.example/",
    "https://hooks%20example.com/",
    "https://faß.example.com/",
    "https://" + "a" * 64 + ".example.com/",
    "https://[fe80::1%25eth0]/",
    "https://[2606:4700::1%25lo]/",
    "https://[::1/",
    "https://[::g]/",
    "https://hooks.example.com:port/",
    "https://hooks.example.com:65536/",
    "https://hooks.example.com:443:80/",
    "https://:443/",
]
MISWRITTEN = [
    ("http://hooks.example.com/", "begins with https://"),
    ("ftp://hooks.example.com/", "begins with https://"),
    ("file:///etc/passwd", "begins with https://"),
    ("gopher://127.0.0.1:6379/_FLUSHALL", "begins with https://"),
    ("//hooks.example.com/", "begins with https://"),
    ("hooks.example.com/services", "begins with https://"),
    ("https:hooks.example.com", "begins with https://"),
    ("https:///hook", "begins with https://"),
    ("", "begins with https://"),
    ("https://ada@hooks.example.com/", "without a user name"),
    ("https://ada:secret@hooks.example.com/", "without a user name"),
    ("https://hooks.example.com@127.0.0.1/", "without a user name"),
    ("https://hooks.example.com\\@127.0.0.1/", "without a user name"),
    ("https://hooks.example.com/#@127.0.0.1/", "without a user name"),
    ("https://hooks.example.com#", "without a user name"),
    ("https://hooks.example.com/a b", "without blanks"),
    ("https://hooks.example.com/\r\nHost: a", "without blanks"),
    ("ht\ntps://hooks.example.com/", "without blanks"),
    (" https://hooks.example.com/", "without blanks"),
    ("https://hooks.example.com/\x00", "without blanks"),
    ("https://hooks.example.com/\u202e", "without blanks"),
    ("https://hooks.example.com/pièce", "without accents"),
    ("https://hooks.example.com/?q=è", "without accents"),
    ("https://hooks.example.com:80/", "port 443"),
    ("https://hooks.example.com:25/", "port 443"),
    ("https://hooks.example.com:1023/", "port 443"),
    ("https://hooks.example.com:0/", "port 443"),
    ("https://hooks.example.com/" + "a" * 500, "too long"),
]


@pytest.fixture(autouse=True)
def hooks(names):
    names["hooks.example.com"] = [["93.184.216.34", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]]
    names["xn--pice-6oa.example.com"] = [["93.184.216.34"]]


@pytest.mark.parametrize("url", FINE)
def test_a_server_of_the_public_internet_is_accepted(url):
    check(url)


@pytest.mark.parametrize("url", PRIVATE)
def test_an_address_of_no_public_network_is_refused(url):
    with pytest.raises(ForbiddenAddress, match="leads into a private network"):
        check(url)


@pytest.mark.parametrize("url", NO_SERVER)
def test_an_odd_host_is_refused_without_asking_for_it(url, names):
    with pytest.raises(ForbiddenAddress, match="isn’t the address of a server"):
        check(url)
    assert names.asked == []


@pytest.mark.parametrize(("url", "sentence"), MISWRITTEN)
def test_an_address_that_is_not_written_plainly_is_refused(url, sentence, names):
    with pytest.raises(ForbiddenAddress, match=sentence):
        check(url)
    assert names.asked == []


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["93.184.216.34", "10.0.0.1"],
        ["10.0.0.1", "93.184.216.34"],
        ["93.184.216.34", "fe80::1%eth0"],
        ["93.184.216.34", "::ffff:169.254.169.254"],
        ["93.184.216.34", "93.184.216.35", "93.184.216.36", "192.168.0.1"],
    ],
)
def test_a_name_with_any_private_address_is_refused(addresses, names):
    names["mixed.example.com"] = [addresses]
    with pytest.raises(ForbiddenAddress, match="leads into a private network"):
        check("https://mixed.example.com/")


def test_an_address_is_read_in_one_way():
    target = target_of("https://Hooks.Example.com:8443/services/T0?wait=true")
    assert (target.is_tls, target.host, target.port) == (True, "hooks.example.com", 8443)
    assert (target.authority, target.path) == ("hooks.example.com:8443", "/services/T0?wait=true")
    assert target_of("https://hooks.example.com").path == "/"
    assert target_of("https://hooks.example.com?a").path == "/?a"
    assert target_of("https://hooks.example.com:443/").authority == "hooks.example.com"
    assert target_of("https://[2606:4700:0::1]/").authority == "[2606:4700::1]"


def test_an_unknown_name_is_reported():
    with pytest.raises(Unreachable, match=r"no server of the name nowhere\.example\.com"):
        check("https://nowhere.example.com/")


def test_a_resolver_that_does_not_answer_is_given_up(monkeypatch):
    answers = threading.Event()
    free = threading.BoundedSemaphore(1)
    monkeypatch.setattr(resolving, "LOOKUPS", free)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_args, **_named: answers.wait() and [])
    try:
        target = target_of("https://slow.example.com/")
        with pytest.raises(Unreachable, match="looked up in time"):
            resolving.addresses_of(target, 0.05)
        before = threading.active_count()
        with pytest.raises(Unreachable, match="looked up in time"):
            resolving.addresses_of(target, 0.05)
        assert threading.active_count() <= before  # it did not even ask
    finally:
        answers.set()
    assert free.acquire(timeout=30)  # the lookup has ended, and makes room for another


class TestWithLocalReceivers:
    """The setting of simulations and tests opens this machine's own servers, and nothing else."""

    @pytest.fixture(autouse=True)
    def local(self, settings, names):
        settings.NOTICES_LOCAL_RECEIVERS = True
        names["localhost"] = [["::1", "127.0.0.1"]]

    @pytest.mark.parametrize(
        "url", ["http://127.0.0.1:8000/", "http://[::1]:8000/", "http://localhost:9000/a", "https://127.0.0.1:8443/"]
    )
    def test_this_machine_may_receive(self, url):
        check(url)

    @pytest.mark.parametrize(
        "url",
        ["http://10.0.0.1:8000/", "http://169.254.169.254:8000/", "http://[::ffff:127.0.0.1]:8000/"],
    )
    def test_other_private_addresses_stay_closed(self, url):
        with pytest.raises(ForbiddenAddress, match="private network"):
            check(url)
