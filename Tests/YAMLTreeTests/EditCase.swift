import Testing
import YAMLTree

/// A text, a change, and the text after it.
struct EditCase: Sendable, CustomStringConvertible {
    let id: String
    let before: String
    let edits: [YAMLEdit]
    let after: String

    init(_ id: String, _ before: String, _ edit: YAMLEdit, _ after: String) {
        self.init(id, before, [edit], after)
    }

    init(_ id: String, _ before: String, _ edits: [YAMLEdit], _ after: String) {
        self.id = id
        self.before = before
        self.edits = edits
        self.after = after
    }

    var description: String { id }

    /// Makes the change, and once more with CRLF line ends and a byte order mark.
    func check() throws {
        #expect(try YAMLDocument(text: before).applying(edits).text == after)
        let windows = try YAMLDocument(text: Self.windows(before)).applying(edits).text
        #expect(windows == Self.windows(after, hasBreaks: before.contains("\n")))
    }

    private static func windows(_ text: String, hasBreaks: Bool = true) -> String {
        "\u{FEFF}" + (hasBreaks ? text.replacing("\n", with: "\r\n") : text)
    }
}
