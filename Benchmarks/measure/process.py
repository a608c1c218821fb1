"""What Linux says about a running process."""

import os
import time


def status(pid):
    """The fields of /proc/PID/status that are sizes, in bytes."""
    fields = {}
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            name, _, value = line.partition(":")
            if value.endswith(" kB\n"):
                fields[name] = int(value.split()[0]) << 10
    return fields


def wakeups(pid):
    """How often threads of the process went to sleep by themselves, so far: one for each time they were woken."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status") as file:
            total += sum(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
    return total


def cpu_seconds(pid):
    """Time on a processor so far, of all threads there are and were, by the process's own clock (`clock_getcpuclockid`)."""
    return time.clock_gettime((~pid << 3) | 2)


class PeakOf:
    """The largest value of a field seen so far; call it often."""

    def __init__(self, pid, field):
        self.pid, self.field, self.peak = pid, field, 0

    def __call__(self):
        self.peak = max(self.peak, status(self.pid).get(self.field, 0))


def threads(pid):
    return len(os.listdir(f"/proc/{pid}/task"))
