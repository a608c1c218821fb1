"""A program on a pseudo-terminal, its bytes and its frames with the time at which they came."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

COLUMNS, ROWS = 120, 40


def now():
    """Seconds on a clock that only goes forward."""
    return time.perf_counter()


class Frame:
    """A line of `--trace-frames`: "number event microseconds bytes"."""

    def __init__(self, line, at):
        number, self.event, microseconds, size = line.split()
        self.number, self.inside, self.bytes, self.at = int(number), int(microseconds) / 1e6, int(size), at


class TerminalProgram:
    """Starts at once, on a terminal of `size` (columns, rows). `arguments` may hold "{trace}", the descriptor on which the program writes its frames."""

    def __init__(self, arguments, environment, size=(COLUMNS, ROWS)):
        trace, self._child_trace = os.pipe()
        os.set_inheritable(self._child_trace, True)
        arguments = [word.replace("{trace}", str(self._child_trace)) for word in arguments]
        self.started = now()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            self._become(arguments, environment, size)
        os.close(self._child_trace)
        self.trace = trace
        self.output = bytearray()
        self.chunks = []  # (time, length of the output after it)
        self.frames = []
        self._line = b""
        self._open = [self.terminal, self.trace]
        self.on_wait = None  # called now and then while waiting, to sample memory

    @staticmethod
    def _become(arguments, environment, size):
        columns, rows = size
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        try:
            os.execvpe(arguments[0], arguments, environment)
        finally:
            os._exit(127)

    def pump(self, timeout):
        """Takes what is there within `timeout` seconds. False when nothing came."""
        ready, _, _ = select.select(self._open, [], [], timeout)
        at = now()
        for descriptor in ready:
            try:
                data = os.read(descriptor, 1 << 16)
            except OSError:  # the other end of a terminal is gone
                data = b""
            if not data:
                self._open.remove(descriptor)
            elif descriptor == self.terminal:
                self.output += data
                self.chunks.append((at, len(self.output)))
            else:
                self._take_lines(data, at)
        return bool(ready)

    def _take_lines(self, data, at):
        *lines, self._line = (self._line + data).split(b"\n")
        self.frames += [Frame(line.decode(), at) for line in lines]

    def wait_until(self, is_met, timeout=10.0):
        """Returns when `is_met()`; raises after `timeout` seconds, with the end of what was written."""
        deadline = now() + timeout
        while not is_met():
            if now() > deadline or not self._open:
                raise TimeoutError(f"nothing came any more after {bytes(self.output[-400:])!r}")
            self.pump(0.005)
            if self.on_wait:
                self.on_wait()

    def wait_for_quiet(self, seconds, timeout=10.0):
        """Returns when nothing was written for so long."""
        deadline = now() + timeout
        while self._open and now() < deadline and self.pump(seconds):
            pass

    def press(self, keys):
        """Writes keys; returns when they were written."""
        at = now()
        os.write(self.terminal, keys if isinstance(keys, bytes) else keys.encode())
        return at

    def press_and_see(self, keys, timeout=10.0):
        """Presses, and waits for the frame that answers. Returns (seconds to the frame's line, the frame)."""
        seen = len(self.frames)
        at = self.press(keys)
        answer = lambda: next((frame for frame in self.frames[seen:] if frame.event == "key"), None)
        self.wait_until(answer, timeout)
        return answer().at - at, answer()

    def press_and_hear(self, keys, timeout=10.0):
        """Presses, and waits for the first byte that answers, of a program without a trace. Returns the seconds to it."""
        at, seen = self.press(keys), len(self.chunks)
        self.wait_until(lambda: len(self.chunks) > seen, timeout)
        return self.chunks[seen][0] - at

    def time_of(self, text, since):
        """When `text` had been written whole, looking from the offset `since`; None: not yet."""
        place = self.output.find(text, since)
        if place < 0:
            return None
        return next(at for at, length in self.chunks if length >= place + len(text))

    def wait_for_end(self, timeout=10.0):
        """Returns when the program has ended by itself; raises after `timeout` seconds."""
        deadline = now() + timeout
        while self._open:
            if now() > deadline:
                raise TimeoutError("it goes on")
            self.pump(0.1)
        os.waitpid(self.pid, 0)

    def end(self):
        """Asks the program to end, and makes it if it does not listen."""
        for number, patience in ((signal.SIGTERM, 3.0), (signal.SIGKILL, 3.0)):
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                pass
            deadline = now() + patience
            while now() < deadline:
                self.pump(0.002) if self._open else time.sleep(0.002)
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    os.close(self.terminal)
                    os.close(self.trace)
                    return
