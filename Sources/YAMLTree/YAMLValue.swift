import Quoting

/// A value to be written: what a tree says, without places and styles.
public indirect enum YAMLValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case sequence([YAMLValue])
    case mapping(YAMLMapping)

    /// Texts are the same when their bytes are.
    public static func == (left: YAMLValue, right: YAMLValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.int(let one), .int(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.sequence(let one), .sequence(let other)): one == other
        case (.mapping(let one), .mapping(let other)): one == other
        default: false
        }
    }
}

/// Keys with values, in order. No two entries should have the same key: a reader refuses such a file.
public struct YAMLMapping: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public var key: String
        public var value: YAMLValue

        public init(key: String, value: YAMLValue) {
            self.key = key
            self.value = value
        }

        public static func == (left: Entry, right: Entry) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    public init(_ pairs: [(String, YAMLValue)]) {
        entries = pairs.map { Entry(key: $0.0, value: $0.1) }
    }

    /// The value of the first entry with this key. Setting replaces it in its place or adds an entry at the end;
    /// setting nil removes it.
    public subscript(key: String) -> YAMLValue? {
        get { entries.first { $0.key.hasSameBytes(as: key) }?.value }
        set {
            let index = entries.firstIndex { $0.key.hasSameBytes(as: key) }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension YAMLMapping: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, YAMLValue)...) {
        self.init(elements)
    }
}

extension YAMLValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: YAMLValue...) { self = .sequence(elements) }
    public init(dictionaryLiteral elements: (String, YAMLValue)...) { self = .mapping(YAMLMapping(elements)) }
}

extension YAMLValue {
    var isCollection: Bool {
        switch self {
        case .sequence, .mapping: true
        default: false
        }
    }
}

extension YAMLNode {
    /// The value of the node, without places and styles. A key that is no scalar becomes its flow text.
    public var value: YAMLValue {
        switch kind {
        case .scalar(let scalar): scalar.value
        case .sequence(let items): .sequence(items.map(\.value))
        case .mapping(let entries):
            .mapping(YAMLMapping(entries.map { YAMLMapping.Entry(key: $0.key.keyText, value: $0.value.value) }))
        }
    }

    private var keyText: String {
        scalar?.text ?? FlowEmitter().text(value)
    }
}

extension YAMLScalar {
    var value: YAMLValue {
        switch resolved {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .float(let value): .double(value)
        case .string: .string(text)
        }
    }
}
