"""JSON documents of any size, minified and pretty, that the server of bodies sends and that stand in files for other programs."""

import itertools
import json

FOUND, END = b"QVZXJKWPHBYG", b"WKHQZUVXPJYB"
# What is typed to find the one, and what of it stands on a screen only where it was found.
SOUGHT, REST = FOUND[:4], FOUND[4:]
BLOCKS = 20  # of a megabyte


class Document:
    """An array of records: the first holds a word of the caller's, one after nineteen twentieths what is looked for, the last the end."""

    def __init__(self, form, megabytes):
        self.indent = None if form == "minified" else 2
        self.block = self._records()
        self.blocks = megabytes * BLOCKS

    def _text(self, value):
        if self.indent is None:
            return json.dumps(value, separators=(",", ":"))
        lines = json.dumps(value, indent=self.indent).split("\n")
        return "\n" + "\n".join("  " + line for line in lines)

    def _records(self):
        """Some of them, with a comma after each: the block is repeated, so that a gigabyte takes no time to make."""
        length, parts = 0, []
        for index in itertools.count():
            parts.append(
                self._text({
                    "id": index, "name": "Ada Lovelace", "email": f"ada.{index}@example.com", "isActive": True,
                    "balance": index + 0.5, "tags": ["a", "b", "c"],
                    "address": {"street": "12 Analytical Road", "token": "none"},
                }) + ",")
            length += len(parts[-1])
            if length >= 1_000_000 // BLOCKS:
                return "".join(parts).encode()

    def pieces(self, word):
        before = self.blocks * 19 // 20
        yield b"[" + self._text({"token": word}).encode() + b","
        yield from itertools.repeat(self.block, before)
        yield self._text({"found": FOUND.decode()}).encode() + b","
        yield from itertools.repeat(self.block, self.blocks - before)
        yield self._text({"last": END.decode()}).encode() + (b"]" if self.indent is None else b"\n]")

    def length(self, word):
        """In bytes; few pieces are not repeated."""
        rest = Document.__new__(Document)
        rest.indent, rest.block, rest.blocks = self.indent, b"", self.blocks
        return sum(map(len, rest.pieces(word))) + self.blocks * len(self.block)

    def write(self, path, word):
        with open(path, "wb") as file:
            for piece in self.pieces(word):
                file.write(piece)
