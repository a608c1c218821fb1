import OpenCollection
import Quoting
import Text
import YAMLTree

/// A value of a JSON or YAML document: members in their order, numbers as they are spelled.
indirect enum SourceValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
    case list([SourceValue])
    case object([Member])

    struct Member: Sendable, Hashable {
        var key: String
        var value: SourceValue
    }
}

extension SourceValue {
    /// Reads a JSON document. A byte order mark before it is left out, as are NUL bytes after it.
    ///
    /// - Throws: ``ImportProblem`` with line and column.
    init(json text: String, source: String) throws(ImportProblem) {
        var text = text
        do {
            self = try text.withUTF8 { bytes in
                var reader = JSONReader(bytes, maximumDepth: 256, isLenient: true)
                let value = try Self.read(&reader)
                try reader.end()
                return value
            }
        } catch {
            let place = (error as? JSONFault).map { "\($0.line):\($0.columnInBytes)" } ?? ""
            let message = (error as? JSONFault)?.message ?? "\(error)"
            throw ImportProblem(
                source, at: place, message, advice: "it must be JSON without comments and without trailing commas")
        }
    }

    private static func read(_ reader: inout JSONReader) throws -> SourceValue {
        switch try reader.peek() {
        case UInt8(ascii: "{"):
            var members: [Member] = []
            try reader.object { reader, key in members.append(Member(key: key, value: try read(&reader))) }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [SourceValue] = []
            try reader.array { elements.append(try read(&$0)) }
            return .list(elements)
        default: return SourceValue(try reader.scalar())
        }
    }

    private init(_ scalar: JSONReader.Scalar) {
        switch scalar {
        case .bool(let flag): self = .flag(flag)
        case .number(let text): self = .number(text)
        case .string(let text): self = .text(text)
        case .null: self = .null
        }
    }

    /// Copies a YAML node. An alias is replaced by the value of its anchor.
    init(_ node: YAMLNode) {
        switch node.kind {
        case .scalar(let scalar):
            switch scalar.resolved {
            case .null: self = .null
            case .bool(let flag): self = .flag(flag)
            case .int, .float: self = Self.number(scalar)
            case .string: self = .text(scalar.text)
            }
        case .sequence(let items): self = .list(items.map(SourceValue.init))
        case .mapping(let entries): self = .object(Self.members(entries))
        }
    }

    /// Returns a number in a spelling that JSON has, its own if possible; a text for infinity and the like.
    private static func number(_ scalar: YAMLScalar) -> SourceValue {
        [scalar.text, scalar.javascriptText].first { TypedValue(json: $0) != nil }.map(SourceValue.number)
            ?? .text(scalar.text)
    }

    /// Returns the members of a mapping, then those that its merge key `<<` adds.
    private static func members(_ entries: [YAMLNode.Entry]) -> [Member] {
        let isMerge = { (entry: YAMLNode.Entry) in entry.key.scalar?.text == "<<" && entry.key.scalar?.style == .plain }
        var members = entries.filter { !isMerge($0) }
            .map { Member(key: $0.key.scalar?.text ?? "", value: SourceValue($0.value)) }
        guard members.count < entries.count else { return members }
        var known = Set(members.map { Array($0.key.utf8) })
        for merged in entries.filter(isMerge).flatMap({ $0.value.items ?? [$0.value] }) {
            guard case .object(let further) = SourceValue(merged) else { continue }
            members += further.filter { known.insert(Array($0.key.utf8)).inserted }
        }
        return members
    }

    /// The text of a scalar, empty for null; nil for an object or a list.
    var plainText: String? {
        switch self {
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .null: ""
        case .list, .object: nil
        }
    }

    /// Whether an object in it has a key more than once.
    var hasRepeatedKeys: Bool {
        switch self {
        case .list(let elements): elements.contains { $0.hasRepeatedKeys }
        case .object(let members): Self.areRepeated(members) || members.contains { $0.value.hasRepeatedKeys }
        case .null, .flag, .number, .text: false
        }
    }

    private static func areRepeated(_ members: [Member]) -> Bool {
        guard members.count <= 8 else { return Set(members.map { ExactText($0.key) }).count < members.count }
        return members.indices.contains { index in
            members[..<index].contains { $0.key.hasSameBytes(as: members[index].key) }
        }
    }

    /// Returns the value with the last member for each key, as most programs read it.
    ///
    /// - Parameter lost: a function that is called for each member that is left out.
    fileprivate func withoutRepeatedKeys(_ place: SourceNode.Place, _ lost: (SourceNode) -> Void) -> SourceValue {
        switch self {
        case .list(let elements):
            return .list(elements.enumerated().map { $1.withoutRepeatedKeys(.below(place, "\($0)"), lost) })
        case .object(let members):
            let last = Dictionary(members.indices.map { (ExactText(members[$0].key), $0) }) { $1 }
            return .object(
                members.indices.compactMap { index in
                    let inner = SourceNode.Place.below(place, members[index].key)
                    guard last[ExactText(members[index].key)] == index else {
                        lost(SourceNode(members[index].value, inner))
                        return nil
                    }
                    return Member(key: members[index].key, value: members[index].value.withoutRepeatedKeys(inner, lost))
                })
        case .null, .flag, .number, .text: return self
        }
    }

    /// Returns the value as JSON.
    ///
    /// - Parameter indent: the depth of its first line; nil for everything on one line.
    func json(indent: Int? = 0) -> String {
        var text = ""
        write(to: &text, indent)
        return text
    }

    private func write(to text: inout String, _ indent: Int?) {
        switch self {
        case .null: text += "null"
        case .flag(let flag): text += flag ? "true" : "false"
        case .number(let number): text += number
        case .text(let string): text += JSONText.quoted(string)
        case .list(let elements):
            Self.write(elements, "[]", to: &text, indent) { $0.write(to: &$1, $2) }
        case .object(let members):
            Self.write(members, "{}", to: &text, indent) { member, text, indent in
                text += JSONText.quoted(member.key)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], _ brackets: String, to text: inout String, _ indent: Int?,
        _ write: (Part, inout String, Int?) -> Void
    ) {
        let breaks = indent.map { "\n" + String(repeating: "  ", count: $0) }
        text += brackets.prefix(1)
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            if let breaks { text += breaks + "  " }
            write(part, &text, indent.map { $0 + 1 })
        }
        if let breaks, !parts.isEmpty { text += breaks }
        text += brackets.suffix(1)
    }
}

/// A value with its place in the document.
struct SourceNode: Sendable {
    let value: SourceValue
    private let place: Place

    fileprivate indirect enum Place: Sendable {
        /// The root of a file; its path is relative to the document, and empty for the document itself.
        case root(file: String)
        case below(Place, String)

        var file: String {
            switch self {
            case .root(let file): file
            case .below(let outer, _): outer.file
            }
        }

        var pointer: String {
            guard case .below(let outer, let key) = self else { return file.isEmpty ? "" : "\(file)#" }
            return outer.pointer + "/" + key.replacingBytes(of: "~", with: "~0").replacingBytes(of: "/", with: "~1")
        }
    }

    /// - Parameter file: the path of the file, relative to the document.
    init(_ value: SourceValue, file: String = "") { self.init(value, .root(file: file)) }

    fileprivate init(_ value: SourceValue, _ place: Place) {
        self.value = value
        self.place = place
    }

    func withoutRepeatedKeys(_ lost: (SourceNode) -> Void) -> SourceNode {
        value.hasRepeatedKeys ? SourceNode(value.withoutRepeatedKeys(place, lost), place) : self
    }

    /// The file that contains it, as a path relative to the document; empty for the document itself.
    var file: String { place.file }

    /// A JSON pointer (RFC 6901); after the path of the file for one beside the document.
    var origin: ImportOrigin { ImportOrigin(place.pointer) }

    /// The value of a key, the last one if keys are equal; nil also for null.
    subscript(key: String) -> SourceNode? {
        guard case .object(let members) = value,
            let member = members.last(where: { $0.key.hasSameBytes(as: key) }), member.value != .null
        else { return nil }
        return SourceNode(member.value, .below(place, key))
    }

    /// Whether there is a key, even if it is null.
    func has(_ key: String) -> Bool {
        if case .object(let members) = value { members.contains { $0.key.hasSameBytes(as: key) } } else { false }
    }

    /// The elements of a list; nil for all else.
    var elements: [SourceNode]? {
        guard case .list(let elements) = value else { return nil }
        return elements.enumerated().map { SourceNode($1, .below(place, "\($0)")) }
    }

    /// The members of an object; nil for all else.
    var members: [(key: String, value: SourceNode)]? {
        guard case .object(let members) = value else { return nil }
        return members.map { ($0.key, SourceNode($0.value, .below(place, $0.key))) }
    }

    /// A text; nil for all else.
    var string: String? { if case .text(let text) = value { text } else { nil } }

    /// A text, a number or a flag as text; nil for all else.
    var text: String? { value == .null ? nil : value.plainText }

    /// Returns what a reference leads to with the members beside the reference: remarks and examples of its own, and what is not there yet.
    func taking(_ reference: SourceNode) -> SourceNode {
        guard case .object(var members) = value, case .object(let further) = reference.value, further.count > 1 else {
            return self
        }
        for member in further where member.key != "$ref" {
            let index = members.firstIndex { $0.key.hasSameBytes(as: member.key) }
            if let index, Self.keysOfReferences.contains(member.key) {
                members[index] = member
            } else if index == nil, file == reference.file || SourceNode(member.value).text != nil {
                // References in it are relative to its file.
                members.append(member)
            }
        }
        return SourceNode(.object(members), place)
    }

    private static let keysOfReferences: Set = [
        "summary", "description", "example", "default", "readOnly", "deprecated", "required",
    ]

    /// Whether it is true; a text that says so counts.
    var isTrue: Bool { text == "true" }

    var isObject: Bool { if case .object = value { true } else { false } }
}

extension SourceNode {
    /// A text on one line; nil when nothing is left of it.
    var title: String? {
        let words = (text ?? "").unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 }
        return words.isEmpty ? nil : words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
