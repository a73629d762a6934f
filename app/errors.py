"""Errors of the world, which tell the user what to do; our own faults stay ordinary exceptions and crash loudly."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the command line ends with; documented in ``--help`` and stable."""

    PASSED = 0
    RULE_FAILED = 1
    USAGE = 2
    REFUSED = 3
    NOT_BELIEVABLE = 4
    CANCELLED = 5
    LEFT_BEHIND = 6
    HOSTS_FAILED = 7
    INTERNAL = 70


class WorldError(Exception):
    """Something outside the program is not as needed: ``message`` says what, ``advice`` what to do about it."""

    exit_code = ExitCode.REFUSED

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __reduce__(self) -> tuple[type["WorldError"], tuple[str, str]]:
        """Survive the way from one process to another with both texts."""
        return type(self), (self.message, self.advice)
