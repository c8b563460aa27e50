"""Where the server listens: another port where the usual one is taken, and no network."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from uvicorn import Server

from tracker.application.book import open_book
from tracker.application.errors import Refused
from tracker.cli import serve_command
from tracker.cli.main import main
from tracker.server import server_addresses
from tracker.server.server_addresses import LOOPBACK
from tracker.server.server_runner import open_listening_socket


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger with a league, and a server that ends at once."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(Server, "run", lambda *_, **__: None)
    with open_book(tmp_path / "club.db") as book:
        book.begin_league("Thursday", players=("Anna", "Bram"))
    return tmp_path / "club.db"


def test_a_port_that_is_taken_is_left_for_a_free_one_unless_it_was_named(
    ledger: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_listening_socket(LOOPBACK, 0) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(serve_command, "DEFAULT_PORT", taken)
        assert main(["serve", "l1", "--db", str(ledger)]) == 0
        out, err = capsys.readouterr()
        assert f"Port {taken} is taken, so these addresses have port " in err
        assert f":{taken}/" not in out
        assert main(["serve", "l1", "--db", str(ledger), "--port", str(taken)]) == 1
        assert f"Port {taken} is not available" in capsys.readouterr().err
        proxied = ["serve", "l1", "--db", str(ledger), "--base-url", "https://club.example"]
        assert main(proxied) == 1  # the proxy knows the usual one alone
        with pytest.raises(Refused, match="Choose another port with --port"):
            open_listening_socket(LOOPBACK, taken)


def test_a_machine_in_no_network_says_so(
    ledger: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called = ["serve", "l1", "--db", str(ledger), "--lan", "--port", "0", "--no-codes"]
    monkeypatch.setattr(server_addresses, "find_lan_address", lambda: LOOPBACK)
    assert main(called) == 0
    assert (
        "This computer is not on a network, so phones cannot reach it."
    ) in capsys.readouterr().err
    monkeypatch.setattr(server_addresses, "find_lan_address", lambda: "192.0.2.7")
    assert main(called) == 0
    out, err = capsys.readouterr()
    assert "not on a network" not in err
    assert "The pages are not encrypted, so others on this network could read them." in err
    assert "join: http://192.0.2.7:" in out


def test_whose_address_is_to_be_kept_is_told(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    says = (
        "Anyone who has a role's address can act in that role. "
        "Do not share the address of the {}.\n"
    )
    called = ["serve", "l1", "--db", str(ledger), "--port", "0"]
    assert main(called) == 0
    err = capsys.readouterr().err
    assert says.format("organiser") in err
    assert "not encrypted" not in err  # only this machine can open them
    assert main([*called, "--screens"]) == 0
    assert says.format("organiser or keeper") in capsys.readouterr().err
    sides = ("--side", "Red=iron-third", "--side", "Blue=red-dusk")
    assert main(["match", "new", *sides, "--db", str(ledger)]) == 0
    assert main(["serve", "m1", *called[2:]]) == 0
    assert says.format("scribe") in capsys.readouterr().err


@pytest.mark.parametrize("missing", serve_command.BROWSER_PACKAGES)
def test_screens_without_their_packages_are_refused_before_any_link_is_printed(
    missing: str, ledger: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else find_spec(name)
    )
    assert main(["serve", "l1", "--db", str(ledger), "--port", "0", "--screens"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "install them with: pip install '.[browser]'" in err
    assert main(["serve", "l1", "--db", str(ledger), "--port", "0"]) == 0


def test_the_keepers_link_is_revoked_even_without_the_screens(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    called = ["serve", "l1", "--db", str(ledger), "--port", "0", "--no-codes"]

    def keeper() -> str:
        assert main([*called, "--screens"]) == 0
        (line,) = (each for each in capsys.readouterr().out.splitlines() if "/screens/" in each)
        return line.rpartition("/")[2]

    before = keeper()
    assert keeper() == before
    assert main([*called, "--close", "keeper"]) == 0
    assert keeper() != before
