"""What all measurements share: the program, collections made for them, a server of bodies."""

import os
import shutil
import subprocess

from measure.terminal import TerminalProgram, now

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

SENDING = """info:
  name: {name}
  type: http
  seq: {number}

http:
  method: GET
  url: "http://127.0.0.1:{{{{process.env.BODIES_PORT}}}}{path}"
"""


LONG = """info:
  name: {name}
  type: http
  seq: {number}

http:
  method: POST
  url: "http://127.0.0.1/{name}"
  body:
    type: {kind}
    data: |-
{body}

docs: |-
{docs}
"""


class Setup:
    def __init__(self, options, directory):
        self.binary = options.binary
        self.starts, self.keys, self.sends, self.large_sends = options.starts, options.keys, 40, 3
        self.idle, self.pairs, self.requests = options.idle, options.pairs, options.requests
        self.large_rounds = options.large
        self.sizes, self.limit = options.sizes, options.limit
        self.directory = directory
        self.demo = os.path.join(os.path.dirname(HERE), "Collections", "Demo")
        self.large, self.larger, self.sending = f"{directory}/large", f"{directory}/larger", f"{directory}/sending"
        self.long = f"{directory}/long"
        self.collections = [("demo", self.demo), ("3,000 requests", self.large), ("20,000 requests", self.larger)]
        self.environment = dict(
            os.environ, TERM="xterm-256color", LANG="C.UTF-8", LC_ALL="C.UTF-8", HOME=directory,
            MICROSCOPE_HOME=f"{directory}/home")
        self._make_collections()
        self.server = BodyServer()
        self.environment["BODIES_PORT"] = str(self.server.port)

    def forget_state(self):
        """An earlier process's place would be gone back to; its answer would be shown again, and compared with the new one."""
        shutil.rmtree(os.path.join(self.directory, "home", "state"), ignore_errors=True)

    def _make_collections(self):
        subprocess.run([f"{HERE}/generate-collection", self.large, "3000"], check=True)
        subprocess.run([f"{HERE}/generate-collection", self.larger, "20000"], check=True)
        self._make_long()
        os.makedirs(self.sending)
        with open(f"{self.sending}/opencollection.yml", "w") as file:
            file.write("opencollection: 1.0.0\n\ninfo:\n  name: Sending\n\nbundled: false\n")
        paths = {"small": "/small", "10mb": "/json/10", "100mb": "/json/100", "line": "/line/10"}
        paths |= {f"{form}-{size}": f"/document/{form}/{size}" for form in ("minified", "pretty") for size in self.sizes}
        self.places = {name: number for number, name in enumerate(paths)}
        for name, number in self.places.items():
            with open(f"{self.sending}/{name}.yml", "w") as file:
                file.write(SENDING.format(name=name, number=number + 1, path=paths[name]))

    def _make_long(self):
        """Requests with a megabyte of body or of docs, in lines."""
        os.makedirs(self.long)
        with open(f"{self.long}/opencollection.yml", "w") as file:
            file.write("opencollection: 1.0.0\n\ninfo:\n  name: Long\n\nbundled: false\n")
        words = [f"{number} words of a text that is much longer than the screen" for number in range(17_000)]
        rows = [f'  {{"name": "row {number}", "values": [1, 2, 3], "isLong": true}},' for number in range(18_000)]
        json = ["[", *rows, "  null", "]"]
        texts = {"text": (words, words[:1]), "json": (json, words[:1]), "docs": (words[:1], words)}
        for number, (name, (body, docs)) in enumerate(texts.items()):
            with open(f"{self.long}/{name}.yml", "w") as file:
                file.write(
                    LONG.format(
                        name=name, number=number + 1, kind="json" if name == "json" else "text",
                        body="\n".join(f"      {line}" for line in body), docs="\n".join(f"  {line}" for line in docs)))

    def explorer(self, directory):
        """The command line of an explorer that was never there before."""
        self.forget_state()
        return [self.binary, directory, "--trace-frames", "{trace}"]

    def start(self, directory):
        """An explorer with its first frame drawn."""
        program = TerminalProgram(self.explorer(directory), self.environment)
        program.wait_until(lambda: program.frames)
        program.wait_for_quiet(0.05)
        return program

    def start_wuzz(self, *arguments):
        """wuzz with its screen drawn; None where it is not installed. The keys that are sent to it are those of an xterm."""
        if not shutil.which("wuzz"):
            return None
        program = TerminalProgram(["wuzz", *arguments], dict(self.environment, TERM="xterm"))
        program.wait_until(lambda: program.output)
        program.wait_for_quiet(0.3, timeout=3)
        return program

    def end(self):
        self.server.end()

    def send(self, program, name):
        """Goes to a request of the collection for sending, sends it, waits for its body on the screen. Returns its times."""
        program.press_and_see(b"1")
        program.press_and_see(b"g")
        # The collection's own row stands above them.
        for _ in range(self.places[name] + 1):
            program.press_and_see(b"j")
        program.wait_for_quiet(0.02)
        word, offset = self.server.next_token(), len(program.output)
        pressed = program.press(b"s")
        program.wait_until(lambda: program.time_of(word, offset), timeout=60)
        shown = program.time_of(word, offset)
        first, last = self.server.wait_for_answer(word, program)
        return Answer(shown - pressed, shown - last, last)

    def send_by_wuzz(self, program):
        """Sends what stands in its URL, waits for its body on the screen. Returns the seconds from the key."""
        word, offset = self.server.next_token(), len(program.output)
        pressed = program.press(b"\r")
        program.wait_until(lambda: program.time_of(word, offset), timeout=60)
        self.server.wait_for_answer(word, program)
        return program.time_of(word, offset) - pressed


class Answer:
    """Seconds; `last_byte` is a time of the clock."""

    def __init__(self, shown, shown_after_last_byte, last_byte):
        self.shown, self.shown_after_last_byte, self.last_byte = shown, shown_after_last_byte, last_byte
        self.all_known = 0.0


class BodyServer:
    """`serve-bodies` as a process; its answers' words and times."""

    def __init__(self):
        self.process = subprocess.Popen([f"{HERE}/serve-bodies"], stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())
        os.set_blocking(self.process.stdout.fileno(), False)
        self.answered, self._text = 0, b""

    def next_token(self):
        letters = b"abcdefghijklmnopqrstuvwxyz"
        return bytes(letters[(self.answered * 5 + place * 7) % 26] for place in range(12))

    def wait_for_answer(self, word, program):
        """(time of the first, of the last byte sent), pumping the program meanwhile."""
        deadline = now() + 60
        while b"\n" not in self._text:
            program.pump(0.002)
            if program.on_wait:
                program.on_wait()
            self._text += self.process.stdout.read() or b""
            if now() > deadline:
                raise TimeoutError("the server of bodies does not finish its answer")
        line, _, self._text = self._text.partition(b"\n")
        told, first, last = line.split()
        assert told == word, f"the answer says {told}, expected was {word}"
        self.answered += 1
        return float(first), float(last)

    def forget_answers(self):
        """Counts answers of which nobody asked when they were sent."""
        self._text += self.process.stdout.read() or b""
        self.answered += self._text.count(b"\n")
        self._text = b""

    def end(self):
        self.process.terminate()
        self.process.wait()
