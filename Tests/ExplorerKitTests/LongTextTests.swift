import Testing
import TextGrid

@testable import ExplorerKit

@Suite("Long texts")
struct LongTextTests {
    @Test("lines are counted and taken from the middle, whatever ends them")
    func lines() {
        #expect("".lineCount == 1 && "a".lineCount == 1 && "a\nb\n".lineCount == 3)
        #expect("a\r\nb\n\nc".lines(0..<9) == ["a", "b", "", "c"])
        #expect("a\nb\nc\nd".lines(1..<3) == ["b", "c"])
        #expect("a\n".lines(1..<2) == [""] && "a".lines(1..<2) == [] && "".lines(0..<1) == [""])
        #expect("ä€\n😀".lines(1..<2) == ["😀"])
    }

    private static let markdown = """
        # A heading of many words that is longer than a line has room for

        A paragraph of many words that is longer than a line, with `code` in it and   blanks.
          indented words that go on and on until the line is full and then some
        - an item of a list that is longer than the line has room for it, so it is broken
        > a quote of many words that is longer than a line has room for, to be sure
        Wörter mit Umlauten, die länger sind als eine Zeile, und 漢字 dazu, immer weiter
        averyveryveryverylongwordthatdoesnotfitintoonelineatall and more
        exactly as many columns as are

        ```swift
        let code = "is not broken, however long the line is that it stands in"
        ```
        end
        """

    @Test(
        "Markdown counts as many lines as it makes, and any part of them is what the whole has there", arguments: 8...60
    )
    func markdown(columns: Int) {
        let markdown = Markdown(Self.markdown, columns: columns)
        let whole = markdown.lines(0..<markdown.count)
        #expect(whole.count == markdown.count)
        #expect(markdown.lines(0..<markdown.count + 5) == whole)
        for start in 0..<markdown.count {
            #expect(markdown.lines(start..<start + 3) == Array(whole.dropFirst(start).prefix(3)))
        }
    }

    @Test("Markdown tells headings, code, lists and quotes apart")
    func styles() {
        let markdown = Markdown("# Title\r\ntext `code`\n```\nx\n```\n", columns: 40)
        #expect(
            markdown.lines(0..<9) == [
                [StyledText("Title", .heading)],
                [StyledText("text ", .docs), StyledText("`code`", .code), StyledText("", .docs)],
                [StyledText("```", .dimmed)], [StyledText("x", .code)], [StyledText("```", .dimmed)], [],
            ])
    }

    @Test("a text of thousands of lines is scrolled, typed into and left as it was typed")
    func typing() {
        let text = (0..<20_000).map { "line \($0)" }.joined(separator: "\n")
        var buffer = TextBuffer(text)
        #expect(buffer.text == text && buffer.lines.count == 20_000)
        buffer.place(at: TextBuffer.Position(line: 10_000, column: 4))
        buffer.insert("s\nand")
        #expect(buffer.lines[10_000] == "lines" && buffer.lines[10_001] == "and 10000" && buffer.lines.count == 20_001)
        #expect(buffer.cursor == TextBuffer.Position(line: 10_001, column: 3))
        for _ in 0..<5 { buffer.deleteBackward() }
        #expect(buffer.text == text)
    }

    @Test("LF, CR LF and CR end a line and nothing else does; an accent joins its letter")
    func lineEnds() {
        #expect(TextBuffer("a\r\nb\rc\u{2028}d\u{85}e\n").lines == ["a", "b", "c\u{2028}d\u{85}e", ""])
        var buffer = TextBuffer("e")
        buffer.insert("\u{301}")
        #expect(buffer.cursor.column == 1)
        buffer.deleteBackward()
        #expect(buffer.text.isEmpty)
    }
}
