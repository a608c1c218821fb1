"""Numbers as rows of tables, on the screen and in results.md."""

import datetime
import os
import platform
import statistics
import subprocess


def percentile(values, share):
    """The smallest value that `share` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]


def milliseconds(seconds):
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def megabytes(size):
    return f"{size / 1e6:.1f} MB"


def median(values):
    return statistics.median(values)


class Section:
    """A table with a title, and how it was measured."""

    def __init__(self, title, columns):
        self.title, self.columns, self.rows, self.notes = title, columns, [], []

    def row(self, *cells):
        self.rows.append([str(cell) for cell in cells])

    def note(self, text):
        self.notes.append(text)

    def markdown(self):
        widths = [max(len(row[index]) for row in [self.columns, *self.rows]) for index in range(len(self.columns))]
        line = lambda cells: "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"
        lines = [f"## {self.title}", "", line(self.columns), "|" + "|".join("-" * (width + 2) for width in widths) + "|"]
        lines += [line(row) for row in self.rows]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines) + "\n"


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ((done.stdout or done.stderr).strip().splitlines() or [None])[0]


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.machine()


def commit(root):
    return "commit " + (first_line(["git", "-C", root, "describe", "--always", "--dirty"]) or "unknown")


def moment():
    return f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC"


def surroundings(commit):
    """Machine and versions of the last run, which may have measured a part: lines of a list."""
    versions = [first_line(command) for command in (["swift", "--version"], ["curl", "--version"], ["nginx", "-v"])]
    lines = [
        f"Last run: {moment()}, {commit}",
        f"Machine: {processor()}, {platform.system()} {platform.release()}",
        "Versions: " + "; ".join(version for version in versions if version),
    ]
    return [f"- {line}" for line in lines]


def load():
    return " ".join(f"{value:.1f}" for value in os.getloadavg())
