import BodyStore
import BodyView

/// The shape of a body, or of its beginning.
struct JSONSample: Sendable {
    var shape = JSONShape()
    /// Whether all of the body was looked at.
    var isWhole = true

    /// The deepest level that is looked into: a type for each level would not help.
    static let maximumDepth = 32
    /// The number of bytes looked at, which takes about a tenth of a second.
    static let maximumBytes = 8 << 20

    /// Reads a body; nil if it has no JSON value at all.
    init?(_ store: BodyStore, maximumBytes: Int = JSONSample.maximumBytes) {
        var shape = JSONShape()
        isWhole = store.withJSONTokens(upTo: maximumBytes) { reader in
            guard let token = reader.next() else { return false }
            return shape.take(token, &reader, depth: 0) && reader.isWhole
        }
        guard shape.count > 0 else { return nil }
        self.shape = shape
    }
}

extension JSONShape {
    /// Reads a value to its end. False: the text ends within it.
    mutating func take(_ token: JSONToken, _ reader: inout JSONTokenReader, depth: Int) -> Bool {
        count += 1
        switch token {
        case .null: hasNull = true
        case .bool: hasBool = true
        case .number(let text): take(number: text)
        case .string(let text): take(string: text)
        case .beginObject where depth < JSONSample.maximumDepth: return takeObject(&reader, depth: depth)
        case .beginArray where depth < JSONSample.maximumDepth: return takeArray(&reader, depth: depth)
        case .beginObject, .beginArray:
            hasUnknown = true
            return Self.skip(&reader)
        case .key, .endObject, .endArray: return false
        }
        return true
    }

    private mutating func take(number text: String) {
        guard let seen = NumberShape(text) else {
            hasUnknown = true
            return
        }
        number = max(number ?? seen, seen)
        hasNegative = hasNegative || text.hasPrefix("-")
        widenForSign()
    }

    private mutating func take(string text: String) {
        let seen = StringShape(date: DateShape(text))
        if string == nil { string = seen } else { string?.merge(seen) }
    }

    private mutating func takeObject(_ reader: inout JSONTokenReader, depth: Int) -> Bool {
        if object == nil { object = ObjectShape() }
        while let token = reader.next() {
            guard case .key(let key) = token else {
                object?.endObject()
                return token == .endObject
            }
            guard let value = reader.next() else { return false }
            let isWhole = object?.withField(key) { $0.take(value, &reader, depth: depth + 1) }
            if isWhole != true { return false }
        }
        return false
    }

    private mutating func takeArray(_ reader: inout JSONTokenReader, depth: Int) -> Bool {
        if array == nil { array = ArrayShape() }
        while let token = reader.next() {
            if token == .endArray { return true }
            if array?.elements.isEmpty == true { array?.elements = [JSONShape()] }
            if array?.elements[0].take(token, &reader, depth: depth + 1) != true { return false }
        }
        return false
    }

    /// Passes over the rest of a container.
    private static func skip(_ reader: inout JSONTokenReader) -> Bool {
        var depth = 1
        while depth > 0, let token = reader.next() {
            switch token {
            case .beginObject, .beginArray: depth += 1
            case .endObject, .endArray: depth -= 1
            default: break
            }
        }
        return depth == 0
    }
}
