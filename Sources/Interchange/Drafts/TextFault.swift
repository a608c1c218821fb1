import BodyStore
import BodyView
public import GraphQL
import OpenCollection

/// The place where a text stops being what it is meant to be.
public struct TextFault: Error, Sendable, Hashable {
    /// The line, 0-based.
    public var line: Int
    /// The column, 0-based, in graphemes; it may be the line's end.
    public var column: Int
    public var reason: String
    /// The number of characters that are marked. Default: 1.
    public var length = 1
    /// Whether it is only said, and not marked: the text can be sent as it is.
    public var isRemark = false

    /// "3:14: expected a value, found `}`"
    public var words: String { "\(line + 1):\(column + 1): \(reason)" }

    /// - Parameters:
    ///   - line: 0-based, as the column; of both the text may have fewer.
    ///   - reason: The problem, and what was expected.
    public init(line: Int, column: Int, in text: String, reason: String) {
        let ends: Set<Character> = ["\n", "\r\n", "\r"]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: ends.contains)
        self.line = min(max(0, line), lines.count - 1)
        self.column = min(max(0, column), lines[self.line].count)
        self.reason = reason
    }

    /// Creates a fault, its place counted from the bytes before it.
    package init(at offset: Int, in text: String, reason: String) {
        let before = Array(text.utf8.prefix(offset))
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        line = before.reduce(0) { $0 &+ ($1 == 0x0A ? 1 : 0) }
        column = String(decoding: before[start...], as: UTF8.self).count
        self.reason = reason
    }
}

/// A language of a text that can be checked.
public enum CheckedLanguage: Sendable, Hashable {
    case json, xml
    /// JavaScript, checked by its engine if there is one.
    case javaScript
    /// A query, and the schema of its server.
    case graphQL(GraphQLSchema)

    /// Returns the first place where a text is not in the language, and everything that a schema does not know; empty if there is nothing wrong,
    /// or no text. Templates are no fault: what they will become is not known.
    public func faults(in text: String) -> [TextFault] {
        switch self {
        case .json: Self.faultOfJSON(in: text).map { [$0] } ?? []
        case .xml: Self.faultOfXML(in: text).map { [$0] } ?? []
        case .javaScript: []
        case .graphQL(let schema):
            schema.remarks(on: text).map { remark in
                var fault = TextFault(at: remark.range.lowerBound, in: text, reason: remark.words)
                (fault.length, fault.isRemark) = (remark.range.count, remark.isDeprecation)
                return fault
            }
        }
    }

    private static func faultOfJSON(in text: String) -> TextFault? {
        var utf8 = text
        let fault = utf8.withUTF8 { bytes in
            var reader = JSONTemplateReader(bytes)
            while reader.next() != nil {}
            return reader.fault
        }
        return fault.map { TextFault(at: $0.offset, in: text, reason: $0.reason) }
    }

    private static func faultOfXML(in text: String) -> TextFault? {
        var bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
        // A word can be wherever a template can.
        for hole in Placeholder.all(in: text) { for place in hole.range { bytes[place] = UInt8(ascii: "x") } }
        var index = BodyIndex(kind: .xml)
        index.extend(over: BodyStore(bytes))
        guard let fault = index.fault else { return nil }
        return TextFault(at: fault.offsetInBytes, in: String(decoding: bytes, as: UTF8.self), reason: fault.reason)
    }
}
