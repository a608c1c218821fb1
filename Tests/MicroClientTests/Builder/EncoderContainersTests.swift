import Foundation
import TestSupport
import Testing

@testable import MicroClient

private struct Filter: Encodable, Sendable {
    var state = "open"
    var label = "bug"
}

/// Spreads a part of itself over its own level.
private struct Search: Encodable, Sendable {
    var filter = Filter()
    var page = 2
    private enum Key: CodingKey { case page }

    func encode(to encoder: any Encoder) throws {
        try filter.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(page, forKey: .page)
    }
}

private class Animal: Encodable {
    private enum Key: CodingKey { case name, place }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("Rex", forKey: .name)
        try container.encode("here", forKey: .place)
    }
}

private final class Dog: Animal {
    private enum Key: CodingKey { case place, tricks }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("there", forKey: .place)
        try container.encode(["sit", "roll"], forKey: .tricks)
    }
}

private final class Puppy: Animal {
    private enum Key: CodingKey { case age }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .age)
        try super.encode(to: container.superEncoder())
    }
}

/// Closures as a type with an encoding of its own.
private struct Encoded: Encodable {
    let body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

@Suite("Several containers of one encoder")
struct EncoderContainersTests {
    private func query(_ value: some Encodable) throws -> String {
        try URLQueryEncoder().encode(value).map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
    }

    @Test("a value that is spread over the level of another keeps all of its properties, in query and form")
    func spread() throws {
        #expect(try query(Search()) == "state=open&label=bug&page=2")
        #expect(
            try FormURLEncoder().encode(Search()) == Data("state=open&label=bug&page=2".utf8))
        #expect(try query(["s": Search()]) == "s[state]=open&s[label]=bug&s[page]=2")
    }

    @Test("a subclass sends what its superclass encodes, and what it encodes again replaces that")
    func subclasses() throws {
        #expect(try query(Dog()) == "name=Rex&place=there&tricks=sit&tricks=roll")
        #expect(try query(Puppy()) == "age=1&super[name]=Rex&super[place]=here")
    }

    @Test("an unkeyed container that is asked for again goes on, also in a nested container of the same name")
    func lists() throws {
        let list = Encoded { encoder in
            for number in 1...2 {
                var container = encoder.unkeyedContainer()
                #expect(container.count == number - 1)
                try container.encode(number)
            }
        }
        #expect(try query(["n": list]) == "n=1&n=2")
        let nested = Encoded { encoder in
            var container = encoder.container(keyedBy: NameKey.self)
            for number in 1...2 {
                var list = container.nestedUnkeyedContainer(forKey: NameKey(stringValue: "l"))
                try list.encode(number)
                var keyed = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(stringValue: "k"))
                try keyed.encode(number, forKey: NameKey(stringValue: "n\(number)"))
            }
        }
        #expect(try query(nested) == "l=1&l=2&k[n1]=1&k[n2]=2")
    }

    @Test("names and a list, or a plain value, at the same place are an encoding error that names the place")
    func mixed() throws {
        let mixed = Encoded { encoder in
            try Filter().encode(to: encoder)
            var list = encoder.unkeyedContainer()
            try list.encode(1)
        }
        let error = try #require(throws: EncodingError.self) { try query(["m": mixed]) }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.debugDescription == "'m' is encoded as named values, as a list or as a plain value at once.")
        #expect(throws: EncodingError.self) { try query(mixed) }
        let text = Encoded { encoder in
            try Filter().encode(to: encoder)
            var single = encoder.singleValueContainer()
            try single.encode("text")
        }
        #expect(throws: EncodingError.self) { try query(text) }
    }

    @Test("a dictionary whose keys are numbers is sorted too")
    func numberedDictionary() throws {
        #expect(try query(["d": [3: "c", 1: "a", 2: "b"]]) == "d[1]=a&d[2]=b&d[3]=c")
    }

    @Test("what JSONEncoder makes of generated values, the query encoder makes too")
    func sameAsJSON() throws {
        let encoder = URLQueryEncoder.urlQuery(arrayEncodingStrategy: .indexed, nilEncodingStrategy: .null)
        for seed in UInt64(0)..<500 {
            var random = SeededGenerator(seed: seed)
            let value = GeneratedValue.named(depth: 3, &random)
            let pairs = try encoder.encode(value).map { "\($0.name)=\($0.value ?? "")" }
            let expected = try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(value)).pairs(named: "")
            #expect(pairs.sorted() == expected.sorted(), "seed \(seed)")
        }
    }
}

/// A value that asks its encoder for containers in every way that an encoder offers.
private indirect enum GeneratedValue: Encodable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case missing
    case optional(GeneratedValue?)
    /// Each group has a container of its own.
    case keyed([[Entry]])
    case list([[Item]])
    /// A value in a container for a single value.
    case wrapped(GeneratedValue)
    /// The encoding of a subclass: the first encodes itself, then come the others.
    case after(GeneratedValue, [Entry])

    struct Entry {
        var name: String
        var item: Item
    }

    enum Item {
        case value(GeneratedValue)
        case ifPresent(GeneratedValue?)
        case keyed([Entry])
        case list([Item])
        /// A value by a super encoder for the name, or for "super".
        case parent(GeneratedValue, isNamed: Bool)
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .flag(let flag): try flag.encode(to: encoder)
        case .missing:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .optional(let value): try value.encode(to: encoder)
        case .keyed(let groups):
            if groups.isEmpty { _ = encoder.container(keyedBy: NameKey.self) }
            for group in groups {
                var container = encoder.container(keyedBy: NameKey.self)
                try Self.encode(group, in: &container)
            }
        case .list(let groups):
            if groups.isEmpty { _ = encoder.unkeyedContainer() }
            for group in groups {
                var container = encoder.unkeyedContainer()
                try Self.encode(group, in: &container)
            }
        case .wrapped(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .after(let value, let entries):
            try value.encode(to: encoder)
            var container = encoder.container(keyedBy: NameKey.self)
            try Self.encode(entries, in: &container)
        }
    }

    private static func encode(_ entries: [Entry], in container: inout KeyedEncodingContainer<NameKey>) throws {
        for entry in entries {
            let key = NameKey(stringValue: entry.name)
            switch entry.item {
            case .value(let value): try container.encode(value, forKey: key)
            case .ifPresent(let value): try container.encodeIfPresent(value, forKey: key)
            case .keyed(let entries):
                var nested = container.nestedContainer(keyedBy: NameKey.self, forKey: key)
                try encode(entries, in: &nested)
            case .list(let items):
                var nested = container.nestedUnkeyedContainer(forKey: key)
                try encode(items, in: &nested)
            case .parent(let value, let isNamed):
                try value.encode(to: isNamed ? container.superEncoder(forKey: key) : container.superEncoder())
            }
        }
    }

    private static func encode(_ items: [Item], in container: inout any UnkeyedEncodingContainer) throws {
        for item in items {
            switch item {
            case .value(let value): try container.encode(value)
            case .ifPresent(let value): if let value { try container.encode(value) } else { try container.encodeNil() }
            case .keyed(let entries):
                var nested = container.nestedContainer(keyedBy: NameKey.self)
                try encode(entries, in: &nested)
            case .list(let items):
                var nested = container.nestedUnkeyedContainer()
                try encode(items, in: &nested)
            case .parent(let value, _): try value.encode(to: container.superEncoder())
            }
        }
    }
}

extension GeneratedValue {
    /// A value with names, as a query needs it.
    static func named(depth: Int, _ random: inout SeededGenerator) -> GeneratedValue {
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where depth > 0: .wrapped(.named(depth: depth - 1, &random))
        case 1 where depth > 0: .after(.named(depth: depth - 1, &random), entries(depth, "later", &random))
        case 2 where depth > 0: .optional(.named(depth: depth - 1, &random))
        default:
            .keyed((0..<Int.random(in: 0..<4, using: &random)).map { entries(depth, "g\($0 % 2)", &random) })
        }
    }

    static func any(depth: Int, _ random: inout SeededGenerator) -> GeneratedValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
        case 0: .text(["", "a b", "true", "é&="].randomElement(using: &random) ?? "")
        case 1: .number(Int.random(in: -3...1000, using: &random))
        case 2: .flag(Bool.random(using: &random))
        case 3: Bool.random(using: &random) ? .missing : .optional(nil)
        case 4: .list((0..<Int.random(in: 0..<3, using: &random)).map { _ in items(depth - 1, &random) })
        default: .named(depth: depth - 1, &random)
        }
    }

    /// A name always has the same kind of value, so that a later container of it continues an earlier one: `JSONEncoder` traps on others.
    private static func entries(_ depth: Int, _ prefix: String, _ random: inout SeededGenerator) -> [Entry] {
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
            switch item(depth, &random) {
            case .value(let value):
                Entry(name: "\(prefix)v\(Int.random(in: 0..<3, using: &random))", item: .value(value))
            case .ifPresent(let value): Entry(name: "\(prefix)o", item: .ifPresent(value))
            case .keyed(let entries): Entry(name: "k", item: .keyed(entries))
            case .list(let items): Entry(name: "l", item: .list(items))
            case .parent(let value, let isNamed):
                Entry(name: "s\(UInt64.random(in: 0..<(.max), using: &random))", item: .parent(value, isNamed: isNamed))
            }
        }
    }

    private static func items(_ depth: Int, _ random: inout SeededGenerator) -> [Item] {
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in item(depth, &random) }
    }

    private static func item(_ depth: Int, _ random: inout SeededGenerator) -> Item {
        let inner = max(depth - 1, 0)
        return switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0: .value(.any(depth: inner, &random))
        case 1: .ifPresent(Bool.random(using: &random) ? .any(depth: inner, &random) : nil)
        case 2: .keyed(entries(inner, "n", &random))
        case 3: .list(items(inner, &random))
        case 4: .parent(.any(depth: inner, &random), isNamed: true)
        default: .value(.named(depth: inner, &random))
        }
    }
}

/// The content of a JSON text, with truth values and numbers apart.
private enum JSONTree: Decodable {
    case plain(String)
    case object([String: JSONTree])
    case array([JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .plain("null")
        } else if let flag = try? container.decode(Bool.self) {
            self = .plain("\(flag)")
        } else if let number = try? container.decode(Int.self) {
            self = .plain("\(number)")
        } else if let text = try? container.decode(String.self) {
            self = .plain(text)
        } else if let array = try? container.decode([JSONTree].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func pairs(named name: String) -> [String] {
        switch self {
        case .plain(let text): ["\(name)=\(text)"]
        case .object(let members):
            members.flatMap { $0.value.pairs(named: name.isEmpty ? $0.key : "\(name)[\($0.key)]") }
        case .array(let elements): elements.enumerated().flatMap { $1.pairs(named: "\(name)[\($0)]") }
        }
    }
}
