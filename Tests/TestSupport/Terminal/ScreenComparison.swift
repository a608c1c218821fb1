import TextGrid

/// Two screens side by side, for the message of a failed test.
public enum ScreenComparison {
    /// Returns nil if both are equal, spaces at the ends of lines aside; otherwise both, with a mark at each line that differs.
    public static func difference(expected: String, actual: String) -> String? {
        let (expected, actual) = (lines(expected), lines(actual))
        guard expected != actual else { return nil }
        let width = max(8, expected.map(DisplayWidth.columns(of:)).max() ?? 0)
        let count = max(expected.count, actual.count)
        let rows = (0..<count).map { index in
            let left = index < expected.count ? expected[index] : "(none)"
            let right = index < actual.count ? actual[index] : "(none)"
            return (left == right ? "  " : "> ") + DisplayWidth.padded(left, toColumns: width) + " │ " + right
        }
        return (["  " + DisplayWidth.padded("expected", toColumns: width) + " │ actual"] + rows).joined(separator: "\n")
    }

    /// Returns a text with a frame around it.
    public static func framed(_ text: String, columns: Int) -> String {
        let edge = "+" + String(repeating: "-", count: columns) + "+"
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "|" + DisplayWidth.padded(String($0), toColumns: columns) + "|" }
        return ([edge] + rows + [edge]).joined(separator: "\n")
    }

    /// Returns a screen without spaces at the ends of lines, and without empty lines at the end.
    static func trimmed(_ text: String) -> String { lines(text).joined(separator: "\n") }

    /// Returns the lines without spaces at their ends, and without empty lines at the end.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
