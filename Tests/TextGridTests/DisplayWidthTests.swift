import Testing
import TextGrid

@Suite("Text fitted into columns")
struct DisplayWidthTests {
    @Test(
        "clips with an ellipsis where the text does not fit",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("漢字漢", 6, "漢字漢"), ("漢字漢", 5, "漢字…"), ("漢字漢", 4, "漢…"), ("", 3, ""),
        ])
    func clipped(text: String, columns: Int, shown: String) {
        #expect(DisplayWidth.clipped(text, toColumns: columns) == shown)
    }

    @Test("keeps as much as fits where the ellipsis does not")
    func shortEllipsis() {
        #expect(DisplayWidth.clipped("abcdef", toColumns: 2, ellipsis: "...") == "ab")
        #expect(DisplayWidth.clipped("abcdef", toColumns: 4, ellipsis: "...") == "a...")
    }

    @Test("pads to exactly the columns asked for")
    func padded() {
        #expect(DisplayWidth.padded("ab", toColumns: 4) == "ab  ")
        #expect(DisplayWidth.padded("ab", toColumns: 4, .right) == "  ab")
        #expect(DisplayWidth.padded("ab", toColumns: 5, .centre) == " ab  ")
        #expect(DisplayWidth.padded("漢字漢", toColumns: 4) == "漢… ")
        #expect(DisplayWidth.padded("漢", toColumns: 1, ellipsis: "") == " ")
    }

    @Test("a prefix never cuts a wide character")
    func prefix() {
        #expect(DisplayWidth.prefix(of: "a漢字", columns: 4) == "a漢")
        #expect(DisplayWidth.prefix(of: "abc", columns: 2) == "ab")
        #expect(DisplayWidth.prefix(of: "abc", columns: -1) == "")
    }
}
