"""The one way in: a window, or a command when given one."""

import sys


def main() -> int:
    """Open the window, or carry out the command that was given; return the exit code."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        # Answered here because scripts ask often: nothing else needs to be loaded for it.
        from app import __version__

        sys.stdout.write(f"Headroom {__version__}\n")
        return 0
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    if arguments:
        from app.cli import main as command

        return command(arguments)
    return _without_arguments()


def _without_arguments() -> int:
    from importlib.util import find_spec

    if _has_display() and find_spec("PySide6") is not None:
        from app.gui.application import main as window

        return window()
    from app.cli import explain

    return explain(has_display=_has_display())


def _has_display() -> bool:
    from os import environ

    return sys.platform in ("win32", "darwin") or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
