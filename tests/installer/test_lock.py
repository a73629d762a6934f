"""The lock holds what pyproject.toml asks for, and nothing can be put in its place."""

import re
import tomllib
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "installer" / "lock"
EXTENTS = ("base", "gui", "dev")


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def asked(name: str) -> list[Requirement]:
    """What pyproject.toml asks for in one set of the lock."""
    table = project()
    if name == "build":
        return [Requirement(text) for text in table["build-system"]["requires"]]
    extras = table["project"]["optional-dependencies"]
    wanted = [*table["project"]["dependencies"]]
    for extra in {"base": (), "gui": ("gui",), "dev": ("gui", "dev")}[name]:
        wanted += extras[extra]
    return [Requirement(text) for text in wanted]


def entries(name: str) -> list[str]:
    """The entries of one set of the lock: a requirement and its hashes on one line."""
    text = (LOCK / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def pins(name: str) -> dict[str, Requirement]:
    """The exact versions in one set of the lock, by name."""
    found = [Requirement(entry.split("--hash")[0].strip()) for entry in entries(name)]
    return {canonicalize_name(pin.name): pin for pin in found}


@pytest.mark.parametrize("name", ["base", "gui", "dev", "build"])
def test_the_lock_holds_every_requirement_in_its_range(name: str) -> None:
    pinned = pins(name)
    for requirement in asked(name):
        (exact,) = pinned[canonicalize_name(requirement.name)].specifier
        assert exact.operator == "=="
        assert requirement.specifier.contains(exact.version), requirement


@pytest.mark.parametrize("name", ["base", "gui", "dev", "build"])
def test_every_entry_of_the_lock_has_a_hash_and_names_no_place_to_fetch_it_from(name: str) -> None:
    for entry in entries(name):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), entry
        assert "://" not in entry
        assert "--index" not in entry


@pytest.mark.parametrize(("less", "more"), [("base", "gui"), ("gui", "dev"), ("build", "dev")])
def test_a_larger_set_holds_the_smaller_one_at_the_same_versions(less: str, more: str) -> None:
    smaller, larger = pins(less), pins(more)
    assert {name: str(larger[name].specifier) for name in smaller} == {
        name: str(pin.specifier) for name, pin in smaller.items()
    }


def test_a_server_without_a_screen_is_given_no_qt() -> None:
    assert not {name for name in pins("base") if "side" in name or "shiboken" in name or name in ("numpy", "pyqtgraph")}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_lock_leaves_nothing_out_on_any_python_or_system(python: str, platform: str) -> None:
    environment: dict[str, str | AbstractSet[str]] = {"python_version": python, "sys_platform": platform}
    environment |= {
        "os_name": "posix",
        "python_full_version": f"{python}.0",
        "platform_python_implementation": "CPython",
    }
    pinned = pins("gui")
    for requirement in asked("gui"):
        marker = pinned[canonicalize_name(requirement.name)].marker
        assert marker is None or marker.evaluate(environment), requirement
