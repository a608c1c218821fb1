import OpenCollection
import Testing

@Suite struct TextChangeTests {
    @Test(
        "a change is made again in a text that was changed elsewhere",
        arguments: [
            ("untouched", "a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\n", "a\nB\nc\n"),
            ("made already", "a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"),
            ("changed below", "a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\ne\n", "A\nb\nc\nD\ne\n"),
            ("changed above", "a\nb\nc\nd\n", "a\nb\nc\n", "A\nA\nb\nc\nd\n", "A\nA\nb\nc\n"),
            ("the same line", "a\nb\n", "a\nB\n", "a\nx\n", nil),
            ("the line beside it", "a\nb\nc", "a\nB\nc", "a\nb\nC", "a\nB\nC"),
            ("a line put in beside it", "a\nb\nc", "a\nB\nc", "a\nb\nx\nc", nil),
            ("a line taken out beside it", "a\nb\nc\nd", "a\nB\nc\nd", "a\nb\nd", "a\nB\nd"),
            ("line ends count", "a\r\nb\r\n", "a\r\nB\r\n", "a\nb\n", nil),
        ] as [(String, String, String, String, String?)])
    func makes(id: String, old: String, new: String, current: String, wanted: String?) {
        #expect(TextChange.making(old, new, in: current) == wanted, "\(id)")
    }
}
