"""The examples of docs/hosting.md, run: nginx, Caddy and systemd take them, and the service works behind them.

`make soak` needs these programs (Debian: nginx-light, caddy, systemd).
"""

import datetime
import os
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect
from websockets.typing import Origin

from .service import ME, Caller, Seated, Service, free_port

pytestmark = pytest.mark.soak

PAGE = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")
NAME = "play.example.org"
KEY = "the operator's key"


def example(beginning: str) -> str:
    """The example that begins with some words."""
    found: list[str] = [
        text for text in re.findall(r"```[a-z]*\n(.*?)```", PAGE, re.DOTALL) if text.startswith(beginning)
    ]
    assert len(found) == 1, beginning
    return found[0]


def replaced(text: str, **changes: str) -> str:
    """A text with other values, each of which must have been there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for the example's name, by nobody's authority, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    chain, private = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return chain, private


def nginx(folder: Path, port: int, behind: int, certificate: tuple[Path, Path]) -> list[str]:
    """The command that runs nginx with the example."""
    changes = {
        "listen 443": f"listen {port}",
        "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(certificate[0]),
        "/etc/letsencrypt/live/play.example.org/privkey.pem": str(certificate[1]),
        "127.0.0.1:8000": f"127.0.0.1:{behind}",
    }
    user = "user root;" if os.getuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    around = f"{user} pid {folder / 'pid'}; events {{}} http {{ access_log off; {places}\n"
    file = folder / "nginx.conf"
    file.write_text(around + replaced(example("server {"), **changes) + "}\n")
    return ["nginx", "-c", str(file), "-e", str(folder / "nginx.txt"), "-g", "daemon off;"]


def caddy(folder: Path, port: int, behind: int, certificate: tuple[Path, Path]) -> list[str]:
    """The command that runs Caddy with the example, and without asking anybody for a certificate."""
    first = f"https://{NAME}:{port} {{\n\ttls {certificate[0]} {certificate[1]}"
    text = replaced(example(NAME), **{f"{NAME} {{": first, "127.0.0.1:8000": f"127.0.0.1:{behind}"})
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """A proxy that listens at a port."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        until = time.monotonic() + 60
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


def visitor(port: int, address: str) -> Caller:
    """Somebody who comes through the proxy from an address, and says that it is another."""
    caller = Caller(f"https://127.0.0.1:{port}")
    caller.http.close()
    caller.http = httpx.Client(
        base_url=caller.url,
        transport=httpx.HTTPTransport(verify=False, local_address=address),
        headers={"Host": f"{NAME}:{port}", "X-Forwarded-For": "203.0.113.1"},
        event_hooks={"request": [lambda request: request.extensions.update(sni_hostname=NAME)]},
        timeout=20,
    )
    return caller


def follow(table: Seated, port: int) -> None:
    """Make a move by a socket through the proxy."""
    around = ssl.create_default_context()
    around.check_hostname, around.verify_mode = False, ssl.CERT_NONE
    address = f"wss://{NAME}:{port}/api/tables/{table.id}/live"
    line = socket.create_connection(("127.0.0.1", port))
    with connect(address, sock=line, ssl=around, origin=Origin(f"https://{NAME}:{port}"), proxy=None) as one:
        one.send(f'{{"type":"hello","tokens":["{table.tokens[0]}"]}}')
        assert '"type":"welcome"' in str(one.recv(20))
        one.send('{"type":"play","id":1,"move":"keep all"}')
        while '"type":"news"' not in (news := str(one.recv(20))):
            pass
        assert '"reply":1' in news


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_the_service_works_behind_a_proxy(proxy: type, tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    settings = {"hosts": NAME, "trusted_proxies": "127.0.0.1", "admin_key": KEY}
    service = Service(f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log.txt", 0, **settings)
    port = free_port()
    with (
        service,
        running(proxy(tmp_path, port, service.port, certificate), port, tmp_path / "proxy.txt"),
        visitor(port, "127.0.0.2") as one,
        visitor(port, "127.0.0.3") as other,
        Caller(service.url) as operator,
    ):
        assert one.get("/").status_code == 200
        own = {"Origin": f"https://{NAME}:{port}"}
        assert one.http.get("/api/games", headers=own).status_code == 200
        assert one.http.get("/api/games", headers={"Origin": "https://evil.example"}).status_code == 403
        table = one.table(ME, ME).start()
        follow(table, port)
        assert table.state()["seq"] == 3
        table.do("resign")
        record = one.get(f"/api/tables/{table.id}/record").content
        assert one.http.post("/api/records", content=record + b"#\n" * 100_000).status_code in (201, 422)
        assert one.get("/metrics").status_code == 403, "not through a proxy"
        operator.post("/api/admin/bans", {"address": "127.0.0.2", "days": 1}, KEY)
        assert one.get("/api/games").json()["error"]["code"] == "banned", "the visitor's own address counts"
        assert other.get("/api/games").status_code == 200
    assert "Traceback" not in service.log()


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "branchline.service"
    program = str(Path(sys.executable).with_name("branchline"))
    unit.write_text(replaced(example("[Unit]"), **{"/opt/branchline/bin/branchline": program, "User=branchline": ""}))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert unit.name not in done.stderr
