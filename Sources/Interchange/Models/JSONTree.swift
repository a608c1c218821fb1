import BodyStore
import BodyView
import OpenCollection

/// A small JSON text as a tree: the body of a request.
indirect enum JSONTree: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case string(String)
    case array([JSONTree])
    case object([Member])

    struct Member: Sendable, Hashable {
        var key: String
        var value: JSONTree
    }

    /// Reads a body; nil if it is not JSON, or too deeply nested for a sample.
    init?(_ store: BodyStore) {
        let tree = store.withJSONTokens { reader -> JSONTree? in
            guard let first = reader.next() else { return nil }
            return JSONTree(first, &reader, depth: 0)
        }
        guard let tree else { return nil }
        self = tree
    }

    private init?(_ token: JSONToken, _ reader: inout JSONTokenReader, depth: Int) {
        guard depth <= JSONSample.maximumDepth else { return nil }
        switch token {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let text): self = .number(text)
        case .string(let text): self = .string(text)
        case .beginArray:
            guard let elements = Self.elements(&reader, depth: depth) else { return nil }
            self = .array(elements)
        case .beginObject:
            guard let members = Self.members(&reader, depth: depth) else { return nil }
            self = .object(members)
        case .key, .endArray, .endObject: return nil
        }
    }

    private static func elements(_ reader: inout JSONTokenReader, depth: Int) -> [JSONTree]? {
        var elements: [JSONTree] = []
        while let token = reader.next() {
            if token == .endArray { return elements }
            guard let value = JSONTree(token, &reader, depth: depth + 1) else { return nil }
            elements.append(value)
        }
        return nil
    }

    private static func members(_ reader: inout JSONTokenReader, depth: Int) -> [Member]? {
        var members: [Member] = []
        while let token = reader.next() {
            guard case .key(let key) = token else { return token == .endObject ? members : nil }
            guard let first = reader.next(), let value = JSONTree(first, &reader, depth: depth + 1) else { return nil }
            // The last of one name is what counts.
            members.removeAll { $0.key == key }
            members.append(Member(key: key, value: value))
        }
        return nil
    }
}

/// The template of a JSON body as JSON: variables are replaced as they are for sending, escapes and all; within strings those stay that
/// have no value to be shown.
struct JSONTemplate {
    let store: BodyStore

    /// Reads a template; nil if a variable outside strings has no value that may be shown.
    init?(_ template: String, values: SampleValues) {
        let template = values.hiding(template)
        let bytes = Array(template.utf8)
        var text: [UInt8] = []
        var position = 0
        var isInString = false
        for hole in Placeholder.all(in: template) {
            let before = bytes[position..<hole.range.lowerBound]
            isInString = Self.isInString(after: before, from: isInString)
            text += before
            if let value = values.known("{{\(hole.name)}}") {
                text += value.utf8
            } else {
                guard isInString else { return nil }
                text += bytes[hole.range]
            }
            position = hole.range.upperBound
        }
        store = BodyStore(text + bytes[position...])
    }

    private static func isInString(after bytes: ArraySlice<UInt8>, from start: Bool) -> Bool {
        var isInString = start
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInString
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
        }
        return isInString
    }
}
