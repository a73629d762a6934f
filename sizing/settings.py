"""Settings: makers of metrics and conditions that look at how a host is set up, or at what people told of it."""

from collections.abc import Callable
from typing import Final

from sizing.i18n import N_
from sizing.rules import Facts

Metric = Callable[[Facts], float | None]
Applies = Callable[[Facts], str | None]

_YES: Final = frozenset({"yes", "true", "1", "on"})
_NO: Final = frozenset({"no", "false", "0", "off"})


def amount(facts: Facts, name: str) -> float | None:
    """Return the setting called ``name`` as a number, or ``None``."""
    found = facts.setting(name)
    return found.number if found else None


def words(facts: Facts, name: str) -> str | None:
    """Return the setting called ``name`` in small letters, without blanks at its ends, or ``None``."""
    found = facts.setting(name)
    return found.value.strip().lower() if found else None


def number(name: str) -> Metric:
    """Return a metric that is the setting called ``name``."""
    return lambda facts: amount(facts, name)


def is_yes(name: str) -> Metric:
    """Return a metric that tells whether the setting called ``name`` is a yes."""

    def metric(facts: Facts) -> float | None:
        found = words(facts, name)
        return 1.0 if found in _YES else 0.0 if found in _NO else None

    return metric


def is_no(name: str) -> Metric:
    """Return a metric that tells whether the setting called ``name`` is a no."""
    yes = is_yes(name)

    def metric(facts: Facts) -> float | None:
        value = yes(facts)
        return None if value is None else 1.0 - value

    return metric


def is_one_of(name: str, *values: str) -> Metric:
    """Return a metric that tells whether the setting called ``name`` is one of ``values``, in small letters."""

    def metric(facts: Facts) -> float | None:
        found = words(facts, name)
        return None if found is None else float(found in values)

    return metric


def per_core(name: str) -> Metric:
    """Return a metric that is the setting called ``name`` for each physical core."""

    def metric(facts: Facts) -> float | None:
        value, cores = amount(facts, name), facts.host.cpu.physical_cores
        return value / cores if value is not None and cores else None

    return metric


def shown(name: str) -> Callable[[Facts], str]:
    """Return what words a finding with the setting called ``name``."""

    def seen(facts: Facts) -> str:
        found = facts.setting(name)
        return found.value if found else ""

    return seen


def all_of(*conditions: Applies) -> Applies:
    """Return a condition that holds where all of ``conditions`` do, and gives the first reason where they do not."""

    def applies(facts: Facts) -> str | None:
        for condition in conditions:
            if (reason := condition(facts)) is not None:
                return reason
        return None

    return applies


def linux_only(facts: Facts) -> str | None:
    """Let a rule hold on Linux only."""
    return None if facts.host.kernel.system == "Linux" else N_("Only Linux has this setting.")


def windows_only(facts: Facts) -> str | None:
    """Let a rule hold on Windows only."""
    return None if facts.host.kernel.system == "Windows" else N_("Only Windows has this setting.")


def aix_only(facts: Facts) -> str | None:
    """Let a rule hold on AIX only."""
    return None if facts.host.kernel.system == "AIX" else N_("Only AIX has this setting.")


def cloud(facts: Facts) -> str | None:
    """Return the cloud the host runs in, as :data:`sizing.questions.CLOUDS` names it; ``None`` if it is not known."""
    found = words(facts, "cloud")
    if found is None and facts.host.cloud is not None:
        return _CLOUDS.get(facts.host.cloud.provider)
    return found


_CLOUDS: Final = {"AWS": "aws", "Azure": "azure", "Google Cloud": "gcp"}


def only_in(*clouds: str) -> Applies:
    """Return a condition that lets a rule hold in ``clouds`` only."""

    def applies(facts: Facts) -> str | None:
        found = cloud(facts)
        if found is None:
            return N_("This host is not known to run in this cloud.")
        return None if found in clouds else N_("This host runs elsewhere than this cloud.")

    return applies


def in_any_cloud(facts: Facts) -> str | None:
    """Let a rule hold in a cloud only."""
    return N_("This host is not known to run in a cloud.") if cloud(facts) in (None, "none") else None


def on_grid_only(facts: Facts) -> str | None:
    """Let a rule hold only where several hosts share the file system."""
    nodes = amount(facts, "grid.nodes")
    if nodes is None:
        return N_("No number of hosts that share it was told (grid.nodes).")
    return None if nodes > 1 else N_("One host alone uses it.")
