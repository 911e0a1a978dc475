"""Run a command that is terminated when its parent process dies.

    python -m masques_site.bootstrap.parent_death_signal PARENT NICE COMMAND...

The supervisor stops its children itself; this stops them on Linux if the supervisor is killed.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(argv: list[str]) -> None:
    parent, nice, command = int(argv[1]), int(argv[2]), argv[3:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # The parent died before the signal was set.
            sys.exit(1)
    if nice:
        os.nice(nice)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv)
