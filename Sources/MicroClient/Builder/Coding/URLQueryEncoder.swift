import Foundation

/// An encoder of a value's properties as query items.
public protocol QueryEncoder: Sendable {
    /// Returns the items, in the order in which they are sent.
    ///
    /// - Throws: Any error; the call throws ``NetworkClientError/encodingError(_:)`` around it, and nothing is sent.
    func encode<Value: Encodable>(_ value: Value) throws -> [URLQueryItem]
}

/// An encoder of a value's properties as query items, in their order; those of a dictionary are sorted.
///
/// A type may ask for several containers, as a subclass does: a later value of the same name replaces the earlier one, as in JSON.
public struct URLQueryEncoder: QueryEncoder {
    /// The encoding of dates. Default: ``DateEncodingStrategy-swift.enum/iso8601``.
    public var dateEncodingStrategy = DateEncodingStrategy.iso8601
    /// The encoding of bytes. Default: ``DataEncodingStrategy-swift.enum/base64``.
    public var dataEncodingStrategy = DataEncodingStrategy.base64
    /// The encoding of names. Default: ``KeyEncodingStrategy-swift.enum/useDefaultKeys``.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
    /// The encoding of arrays. Default: ``ArrayEncodingStrategy-swift.enum/repeatName``.
    public var arrayEncodingStrategy = ArrayEncodingStrategy.repeatName
    /// The encoding of nested values. Default: ``NestedEncodingStrategy-swift.enum/brackets``.
    public var nestedEncodingStrategy = NestedEncodingStrategy.brackets
    /// The encoding of Booleans. Default: ``BoolEncodingStrategy-swift.enum/literal``.
    public var boolEncodingStrategy = BoolEncodingStrategy.literal
    /// The encoding of properties that are nil. Default: ``NilEncodingStrategy-swift.enum/omit``.
    public var nilEncodingStrategy = NilEncodingStrategy.omit

    /// Creates an encoder with the default strategies.
    public init() {}

    /// The encoding of a date.
    public enum DateEncodingStrategy: Sendable {
        /// An ISO 8601 date such as "2026-11-21T09:48:00Z".
        case iso8601
        /// Seconds since 1970, an integer if there is no fraction.
        case secondsSince1970
        /// Milliseconds since 1970, an integer if there is no fraction.
        case millisecondsSince1970
        /// Seconds since 2001, as `Date` encodes itself and `JSONEncoder` by default.
        case deferredToDate
        /// The text of a formatter.
        case formatted(DateFormatter)
        /// The text that a closure returns; an error that it throws ends the call.
        case custom(@Sendable (Date) throws -> String)
    }

    /// The encoding of bytes.
    public enum DataEncodingStrategy: Sendable {
        /// Base64 of RFC 4648, section 4: `+` and `/` are percent-encoded in the URL.
        case base64
        /// The text that a closure returns; an error that it throws ends the call.
        case custom(@Sendable (Data) throws -> String)
    }

    /// The conversion of property names to item names.
    public enum KeyEncodingStrategy: Sendable {
        /// The names of the properties, unchanged.
        case useDefaultKeys
        /// Snake case: "userName" becomes "user_name".
        case convertToSnakeCase
        /// The name that a closure returns.
        case custom(@Sendable (String) -> String)
    }

    /// The encoding of `[1, 2]` under the name `a`.
    public enum ArrayEncodingStrategy: Sendable {
        /// An item for each element: `a=1&a=2`.
        case repeatName
        /// An item with brackets for each element: `a[]=1&a[]=2`.
        case brackets
        /// An item with its index for each element: `a[0]=1&a[1]=2`.
        case indexed
        /// One item with the elements separated by commas: `a=1,2`.
        case commaSeparated
        /// One item with the elements separated by a text: `a=1|2`; elements that are not plain values repeat the name.
        case separated(by: String)
        /// One item for each element, named by a closure from the array's name and the element's index, which is 0 for the first.
        case custom(@Sendable (String, Int) -> String)
    }

    /// The encoding of a property `b` of a value under the name `a`.
    public enum NestedEncodingStrategy: Sendable, Hashable {
        /// The name in brackets: `a[b]=1`.
        case brackets
        /// The name after a point: `a.b=1`.
        case point
        /// The value as JSON: `a={"b":1}`, also in an array of such values.
        case json
    }

    /// The encoding of a Boolean.
    public enum BoolEncodingStrategy: Sendable, Hashable {
        /// The words `true` and `false`.
        case literal
        /// The digits `1` and `0`.
        case numeric
    }

    /// The encoding of a property that is nil.
    public enum NilEncodingStrategy: Sendable, Hashable {
        /// The item is left out.
        case omit
        /// An empty value: `a=`.
        case empty
        /// The word `null`: `a=null`.
        case null
    }

    /// Returns the items, in the order in which they are sent.
    ///
    /// - Throws: The errors of the value; `EncodingError` for one without names, such as a single number, and for one that is both names and a list.
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

    /// Joins the elements; if one is not a plain value, they repeat the name.
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
    /// The encoder with the defaults of ``URLQueryEncoder``.
    public static var query: URLQueryEncoder { URLQueryEncoder() }

    /// Returns an encoder; the defaults are those of ``URLQueryEncoder``.
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
    /// The encoder of queries. Default: ``QueryEncoder/query``.
    public var queryEncoder: any QueryEncoder {
        get { self[\.queryEncoder] ?? .query }
        set { self[\.queryEncoder] = newValue }
    }
}

extension NetworkClient {
    /// Sets the encoder of query items: `.queryEncoder(.urlQuery(arrayEncodingStrategy: .commaSeparated))`.
    public func queryEncoder(_ encoder: any QueryEncoder) -> NetworkClient { configs(\.queryEncoder, encoder) }
}
