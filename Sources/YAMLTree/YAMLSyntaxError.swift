/// A text that cannot be read as one YAML document: what is wrong, what was expected, and where.
public struct YAMLSyntaxError: Error, Sendable, Hashable {
    /// The problem and what was expected, without the place.
    public let message: String
    public let place: SourcePlace
    /// The line of the place, without its line break.
    public let sourceLine: String

    public init(message: String, place: SourcePlace, sourceLine: String) {
        self.message = message
        self.place = place
        self.sourceLine = sourceLine
    }

    /// Returns `file:line:column: what, and what was expected`, then the line and a caret under the place.
    ///
    /// Of a line longer than 120 scalars only the part around the place is shown. No line break at the end.
    public func rendered(file: String) -> String {
        let excerpt = SourceExcerpt(line: sourceLine, column: place.column)
        return """
            \(file):\(place.line):\(place.column): \(message)
            \(excerpt.text)
            \(excerpt.caretLine)
            """
    }
}

extension YAMLSyntaxError: CustomStringConvertible {
    public var description: String { "\(place.line):\(place.column): \(message)" }
}

/// The part of a line that is shown under an error, and the line with the caret.
private struct SourceExcerpt {
    let text: String
    let caretLine: String

    private static let limitInScalars = 120

    init(line: String, column: Int) {
        let scalars = Array(line.unicodeScalars)
        let caret = min(max(column - 1, 0), scalars.count)
        let start = scalars.count <= Self.limitInScalars ? 0 : max(0, caret - Self.limitInScalars / 2)
        let end = min(scalars.count, start + Self.limitInScalars)
        text = (start > 0 ? "…" : "") + Self.string(scalars[start..<end]) + (end < scalars.count ? "…" : "")
        // Tabs stay tabs, so that the caret is under its place at any tab width.
        let padding = scalars[start..<max(start, caret)].map { $0 == "\t" ? "\t" : " " as Unicode.Scalar }
        caretLine = (start > 0 ? " " : "") + Self.string(padding[...]) + "^"
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
