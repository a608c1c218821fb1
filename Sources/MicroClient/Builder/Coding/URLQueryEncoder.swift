import Foundation

/// Makes query items of a value's properties.
public protocol QueryEncoder: Sendable {
    /// The items, in the order in which they are sent.
    ///
    /// - Throws: any error; the call throws ``NetworkClientError/encodingError(_:)`` around it, and nothing is sent.
    func encode<Value: Encodable>(_ value: Value) throws -> [URLQueryItem]
}

/// Makes query items of a value's properties, in their order; those of a dictionary are sorted.
///
/// A type may ask for several containers, as a subclass does: a later value of the same name replaces the earlier one, as in JSON.
public struct URLQueryEncoder: QueryEncoder {
    /// Default: ``DateEncodingStrategy-swift.enum/iso8601``.
    public var dateEncodingStrategy = DateEncodingStrategy.iso8601
    /// Default: ``DataEncodingStrategy-swift.enum/base64``.
    public var dataEncodingStrategy = DataEncodingStrategy.base64
    /// Default: ``KeyEncodingStrategy-swift.enum/useDefaultKeys``.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
    /// Default: ``ArrayEncodingStrategy-swift.enum/repeatName``.
    public var arrayEncodingStrategy = ArrayEncodingStrategy.repeatName
    /// Default: ``NestedEncodingStrategy-swift.enum/brackets``.
    public var nestedEncodingStrategy = NestedEncodingStrategy.brackets
    /// Default: ``BoolEncodingStrategy-swift.enum/literal``.
    public var boolEncodingStrategy = BoolEncodingStrategy.literal
    /// Default: ``NilEncodingStrategy-swift.enum/omit``.
    public var nilEncodingStrategy = NilEncodingStrategy.omit

    /// Everything by default.
    public init() {}

    /// How a date is said.
    public enum DateEncodingStrategy: Sendable {
        /// "2026-11-21T09:48:00Z".
        case iso8601
        /// Whole seconds where there is no fraction.
        case secondsSince1970
        /// Whole milliseconds where there is no fraction.
        case millisecondsSince1970
        /// Seconds since 2001, as `Date` says itself and `JSONEncoder` by default.
        case deferredToDate
        /// As a formatter says.
        case formatted(DateFormatter)
        /// As a closure says; what it throws ends the call.
        case custom(@Sendable (Date) throws -> String)
    }

    /// How bytes are said.
    public enum DataEncodingStrategy: Sendable {
        /// By RFC 4648, section 4: `+` and `/` are percent-encoded in the URL.
        case base64
        /// As a closure says; what it throws ends the call.
        case custom(@Sendable (Data) throws -> String)
    }

    /// How the names of properties become the names of items.
    public enum KeyEncodingStrategy: Sendable {
        /// As they are.
        case useDefaultKeys
        /// "userName" becomes "user_name".
        case convertToSnakeCase
        /// As a closure says.
        case custom(@Sendable (String) -> String)
    }

    /// How `[1, 2]` under the name `a` is said.
    public enum ArrayEncodingStrategy: Sendable {
        /// `a=1&a=2`
        case repeatName
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indexed
        /// `a=1,2`
        case commaSeparated
        /// `a=1|2`; elements that are no plain values repeat the name.
        case separated(by: String)
        /// An item for each element, whose name is made of the array's and the element's index, which is 0 for the first.
        case custom(@Sendable (String, Int) -> String)
    }

    /// How a property `b` of a value under the name `a` is said.
    public enum NestedEncodingStrategy: Sendable, Hashable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case point
        /// `a={"b":1}`, in an array of such values, too.
        case json
    }

    /// How a truth value is said.
    public enum BoolEncodingStrategy: Sendable, Hashable {
        /// `true`, `false`
        case literal
        /// `1`, `0`
        case numeric
    }

    /// How a property without a value is said.
    public enum NilEncodingStrategy: Sendable, Hashable {
        /// The item is left out.
        case omit
        /// `a=`
        case empty
        /// `a=null`
        case null
    }

    /// - Throws: what the value throws; `EncodingError` for one without names, such as a number by itself, and for one that is both names and a list.
    public func encode<Value: Encodable>(_ value: Value) throws -> [URLQueryItem] {
        let tree = try QueryTreeEncoder(strategies: self).tree(of: value)
        switch tree.kind {
        case .keyed: return try tree.members.flatMap { try items($0.tree, named: $0.name) }
        case .null, .empty: return []
        case .text, .literal, .list: throw Self.failure(value, "A query is made of named values.")
        case .mixed: throw Self.failure(value, "The value is \(Self.mixed).")
        }
    }

    private static let mixed = "encoded as named values, as a list or as a plain value at once"

    private static func failure(_ value: Any, _ description: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: description))
    }

    private func items(_ tree: QueryTree, named name: String) throws -> [URLQueryItem] {
        switch tree.kind {
        case .text(let text), .literal(let text): [URLQueryItem(name: name, value: text)]
        case .null: item(ofNilNamed: name)
        case .keyed where nestedEncodingStrategy == .json:
            [URLQueryItem(name: name, value: try json(tree, name))]
        case .keyed: try tree.members.flatMap { try items($0.tree, named: nested($0.name, in: name)) }
        case .list: try items(tree.members.map(\.tree), named: name)
        case .empty: []
        case .mixed: throw Self.failure(name, "'\(name)' is \(Self.mixed).")
        }
    }

    private func items(_ elements: [QueryTree], named name: String) throws -> [URLQueryItem] {
        switch arrayEncodingStrategy {
        case .repeatName: try elements.flatMap { try items($0, named: name) }
        case .brackets: try elements.flatMap { try items($0, named: name + "[]") }
        case .indexed: try elements.enumerated().flatMap { try items($1, named: name + "[\($0)]") }
        case .commaSeparated: try joined(elements, by: ",", named: name)
        case .separated(let separator): try joined(elements, by: separator, named: name)
        case .custom(let itemName): try elements.enumerated().flatMap { try items($1, named: itemName(name, $0)) }
        }
    }

    /// Elements that are no plain values cannot be joined: they repeat the name.
    private func joined(_ elements: [QueryTree], by separator: String, named name: String) throws -> [URLQueryItem] {
        let texts = elements.compactMap(\.text)
        guard texts.count == elements.count else { return try elements.flatMap { try items($0, named: name) } }
        return [URLQueryItem(name: name, value: texts.joined(separator: separator))]
    }

    private func json(_ tree: QueryTree, _ name: String) throws -> String {
        guard let json = tree.json else { throw Self.failure(name, "A part of '\(name)' is \(Self.mixed).") }
        return json
    }

    private func nested(_ name: String, in outer: String) -> String {
        nestedEncodingStrategy == .point ? "\(outer).\(name)" : "\(outer)[\(name)]"
    }

    private func item(ofNilNamed name: String) -> [URLQueryItem] {
        switch nilEncodingStrategy {
        case .omit: []
        case .empty: [URLQueryItem(name: name, value: "")]
        case .null: [URLQueryItem(name: name, value: "null")]
        }
    }
}

extension QueryEncoder where Self == URLQueryEncoder {
    /// By the defaults of ``URLQueryEncoder``.
    public static var query: URLQueryEncoder { URLQueryEncoder() }

    /// Query items; the defaults are those of ``URLQueryEncoder``.
    public static func urlQuery(
        dateEncodingStrategy: URLQueryEncoder.DateEncodingStrategy = .iso8601,
        dataEncodingStrategy: URLQueryEncoder.DataEncodingStrategy = .base64,
        keyEncodingStrategy: URLQueryEncoder.KeyEncodingStrategy = .useDefaultKeys,
        arrayEncodingStrategy: URLQueryEncoder.ArrayEncodingStrategy = .repeatName,
        nestedEncodingStrategy: URLQueryEncoder.NestedEncodingStrategy = .brackets,
        boolEncodingStrategy: URLQueryEncoder.BoolEncodingStrategy = .literal,
        nilEncodingStrategy: URLQueryEncoder.NilEncodingStrategy = .omit
    ) -> URLQueryEncoder {
        var encoder = URLQueryEncoder()
        encoder.dateEncodingStrategy = dateEncodingStrategy
        encoder.dataEncodingStrategy = dataEncodingStrategy
        encoder.keyEncodingStrategy = keyEncodingStrategy
        encoder.arrayEncodingStrategy = arrayEncodingStrategy
        encoder.nestedEncodingStrategy = nestedEncodingStrategy
        encoder.boolEncodingStrategy = boolEncodingStrategy
        encoder.nilEncodingStrategy = nilEncodingStrategy
        return encoder
    }
}

extension NetworkClient.Configs {
    /// Of queries. Default: ``QueryEncoder/query``.
    public var queryEncoder: any QueryEncoder {
        get { self[\.queryEncoder] ?? .query }
        set { self[\.queryEncoder] = newValue }
    }
}

extension NetworkClient {
    /// How values become query items: `.queryEncoder(.urlQuery(arrayEncodingStrategy: .commaSeparated))`.
    public func queryEncoder(_ encoder: any QueryEncoder) -> NetworkClient { configs(\.queryEncoder, encoder) }
}
