"""Prices of one's own: a TOML file that replaces list prices, for a contract or another region."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

from app.errors import WorldError
from app.i18n import tr
from sizing.catalog import Catalog, InstanceType, Price, Tariff, VolumeType
from sizing.i18n import N_

_LARGEST: Final = 4 * 1024**2
_ADVICE: Final = N_(
    'Write: currency = "EUR", date = "2026-11-01", then [machines] with a price an hour for each name, and for each'
    " volume [volumes.NAME] with the prices a month: whole, gib, iops, iops_upto, rate."
)
_VOLUME_KEYS: Final = {"whole", "gib", "iops", "iops_upto", "rate", "requests_10k"}


def with_prices(catalog: Catalog, path: str) -> Catalog:
    """Return ``catalog`` with the prices of the file ``path``; in another currency, all others become unknown.

    Raises:
        WorldError: the file cannot be read, or something in it is not understood.
    """
    told = _document(path)
    unknown = set(told) - {"currency", "date", "region", "machines", "volumes"}
    if unknown:
        _refuse(path, min(unknown))
    currency, date, region = (_text(path, told, key) for key in ("currency", "date", "region"))
    machines, volumes = _table(path, told, "machines"), _table(path, told, "volumes")
    hours = {name.casefold(): _amount(path, f"machines.{name}", value) for name, value in machines.items()}
    tariffs = {name.casefold(): _tariff(path, name, value) for name, value in volumes.items()}
    keeps_list = currency == "USD"

    def machine(one: InstanceType) -> InstanceType:
        if one.name.casefold() in hours:
            return replace(one, price=Price(hours[one.name.casefold()], currency, date, region, is_list=False))
        return one if keeps_list or one.price is None else replace(one, price=None)

    def volume(one: VolumeType) -> VolumeType:
        if one.name.casefold() in tariffs:
            own = {"rate_unit": one.tariff.rate_unit, **tariffs[one.name.casefold()]}
            return replace(one, tariff=Tariff(currency, date, region, is_list=False, **own))
        return one if keeps_list else replace(one, tariff=Tariff(currency, rate_unit=one.tariff.rate_unit))

    return replace(
        catalog,
        instances=tuple(machine(one) for one in catalog.instances),
        volumes=tuple(volume(one) for one in catalog.volumes),
    )


def _document(path: str) -> dict[str, Any]:
    try:
        file = Path(path)
        if not file.is_file() or file.stat().st_size > _LARGEST:
            _refuse(path, tr(N_("no such file, or larger than 4 MiB")))
        return tomllib.loads(file.read_bytes().decode())
    except (OSError, ValueError, RecursionError) as error:
        raise WorldError(
            tr(N_("The prices in {file} cannot be read: {why}.")).format(file=path, why=str(error).rstrip(".")),
            tr(_ADVICE),
        ) from error


def _tariff(path: str, name: str, value: object) -> dict[str, Any]:
    place = f"volumes.{name}"
    if not isinstance(value, dict) or not value or set(value) - _VOLUME_KEYS:
        _refuse(path, place)
    found: dict[str, Any] = {
        key: _amount(path, f"{place}.{key}", value[key]) for key in ("whole", "gib", "rate") if key in value
    }
    for key in ("iops", "iops_upto"):
        if key in value:
            listed = value[key] if isinstance(value[key], list) else [value[key]]
            found[key] = tuple(_amount(path, f"{place}.{key}", one) for one in listed)
    if "requests_10k" in value:
        found["writes_10k"] = _amount(path, f"{place}.requests_10k", value["requests_10k"])
    return found


def _amount(path: str, place: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e9:
        _refuse(path, place)
    return float(value)


def _table(path: str, told: dict[str, Any], key: str) -> dict[str, Any]:
    value = told.get(key, {})
    return value if isinstance(value, dict) else _refuse(path, key)


def _text(path: str, told: dict[str, Any], key: str) -> str:
    value = told.get(key, "USD" if key == "currency" else "")
    if key == "date":
        value = str(value)  # TOML has dates of its own
    return value if isinstance(value, str) and len(value) <= 40 else _refuse(path, key)


def _refuse(path: str, place: str) -> NoReturn:
    raise WorldError(
        tr(N_("The prices in {file} are not understood at {place}.")).format(file=path, place=place), tr(_ADVICE)
    )
