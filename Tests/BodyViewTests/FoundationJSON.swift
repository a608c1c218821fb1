import BodyStore
import Foundation

@testable import BodyView

/// Foundation's parser, and what it is known to see otherwise.
enum FoundationJSON {
    static func object(_ bytes: some Sequence<UInt8>) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    static func takes(_ text: String) -> Bool { object(text.utf8) != nil }

    /// Returns the reason that its verdict about a text does not count; nil if it does.
    ///
    /// - Parameter fault: The fault that was found in the text.
    static func disagreement(about text: String, _ fault: BodyFault?) -> String? {
        if let fault {
            return trailingCommas.contains(fault.reason) ? "it takes a comma behind the last element" : nil
        }
        if text.contains(/[eE]\+?[0-9]{3}/) { return "it refuses what is too large for a Double" }
        // Whether it is half of a pair takes a parser.
        return text.contains(/\\u[dD][89a-fA-F]/) ? "it refuses half of a surrogate pair" : nil
    }

    private static let trailingCommas = ["expected a value, found `]`", "expected a name in quotes, found `}`"]
}

/// A value of JSON with all there is in the text: the order of members, equal names, numbers as written.
indirect enum JSONTree: Hashable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case list([JSONTree])
    case object([Member])

    struct Member: Hashable {
        var name: String
        var value: JSONTree
    }

    /// Reads a value; nil if the tokens end before the value does.
    init?(_ reader: inout JSONTokenReader) {
        guard let token = reader.next() else { return nil }
        self.init(token, &reader)
    }

    private init?(_ token: JSONToken, _ reader: inout JSONTokenReader) {
        switch token {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let text): self = .number(text)
        case .string(let text): self = .string(text)
        case .beginArray: self.init(listIn: &reader)
        case .beginObject: self.init(objectIn: &reader)
        case .key, .endArray, .endObject: return nil
        }
    }

    private init?(listIn reader: inout JSONTokenReader) {
        var elements: [JSONTree] = []
        while let token = reader.next(), token != .endArray {
            guard let element = JSONTree(token, &reader) else { return nil }
            elements.append(element)
        }
        self = .list(elements)
    }

    private init?(objectIn reader: inout JSONTokenReader) {
        var members: [Member] = []
        while case .key(let name)? = reader.next() {
            guard let value = JSONTree(&reader) else { return nil }
            members.append(Member(name: name, value: value))
        }
        self = .object(members)
    }

    /// Creates the value from the places of values.
    init(_ places: JSONPlaces, at place: Int) {
        switch places.kind(at: place) {
        case .list:
            var elements: [JSONTree] = []
            places.forEachElement(of: place) {
                elements.append(JSONTree(places, at: $0))
                return true
            }
            self = .list(elements)
        case .object:
            var members: [Member] = []
            places.forEachMember(of: place) { members.append(Member(name: $0.text, value: JSONTree(places, at: $1))) }
            self = .object(members)
        default: self = Self.scalar(places.scalar(at: place))
        }
    }

    private static func scalar(_ token: JSONToken?) -> JSONTree {
        switch token {
        case .bool(let bool): .bool(bool)
        case .number(let text): .number(text)
        case .string(let text): .string(text)
        default: .null
        }
    }
}

extension JSONTree {
    /// Whether Foundation's value is the same: the order of members does not count, and of equal names (canonically equivalent ones are
    /// equal to it) it keeps any one.
    func means(_ object: Any) -> Bool {
        switch self {
        case .null: object is NSNull
        case .bool(let bool): (object as? Bool) == bool && Self.isBool(object)
        case .number(let text): !Self.isBool(object) && (object as? NSNumber).map { Self.isEqual(text, $0) } == true
        case .string(let text): (object as? String).map { Array($0.utf8) == Array(text.utf8) } == true
        case .list(let elements):
            (object as? [Any]).map { list in
                list.count == elements.count && zip(elements, list).allSatisfy { $0.means($1) }
            } == true
        case .object(let members): Self.mean(members, object)
        }
    }

    private static func mean(_ members: [Member], _ object: Any) -> Bool {
        guard let dictionary = object as? [String: Any] else { return false }
        return Set(members.map(\.name)) == Set(dictionary.keys)
            && dictionary.allSatisfy { name, value in
                members.contains { $0.name == name && $0.value.means(value) }
            }
    }

    /// Whether it is true or false, which are numbers too there.
    private static func isBool(_ object: Any) -> Bool {
        (object as? NSNumber).map { type(of: $0) == type(of: NSNumber(value: true)) } == true
    }

    /// Whether a number is equal: exactly if it is an integer of 64 bits; Foundation reads others in ways of its own, the last bit aside.
    private static func isEqual(_ text: String, _ number: NSNumber) -> Bool {
        if let integer = Int64(text), text != "-0" { return number.int64Value == integer }
        guard let double = Double(text) else { return false }
        return abs(number.doubleValue - double) <= abs(double) * 1e-15
    }
}

/// Whether any JSON text begins with certain bytes, as Foundation decides: with what is still open closed in every way.
enum JSONCompletion {
    static func canGoOn(_ bytes: ArraySlice<UInt8>) -> Bool {
        let closing = closers(of: bytes)
        return tails.contains { FoundationJSON.object(Array(bytes) + Array($0.utf8) + closing) != nil }
    }

    /// The endings that lead on to a whole value from each state that a text can end in, in an object and in an array.
    private static let tails =
        ["", "0", "0\"", "00\"", "000\"", "0000\"", "\"", "n\"", ":0", "\"a\":0"]
        + ["0", "00", "000", "0000", "n", ""].map { "\($0)\":0" }
        + ["true", "false", "null"].flatMap { word in (1..<word.count).map { String(word.dropFirst($0)) } }

    /// Returns the brackets and braces that are open, in the order in which they close.
    private static func closers(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var open: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString: open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "[") where !isInString: open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: _ = open.popLast()
            default: break
            }
        }
        return open.reversed()
    }
}
