import Foundation

/// Makes bytes of a request's body.
public protocol ContentEncoder: Sendable {
    /// What the bytes are said to be.
    var contentType: String { get }
    /// The bytes of a value.
    ///
    /// - Throws: any error; the call throws ``NetworkClientError/encodingError(_:)`` around it, and nothing is sent.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

/// Makes values of an answer's body.
public protocol DataDecoder: Sendable {
    /// The value that the bytes say.
    ///
    /// - Throws: a `DecodingError`; the call throws ``NetworkClientError/decodingError(_:)`` around it. Other errors stay what they are.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONEncoder: ContentEncoder {
    /// `application/json`.
    public var contentType: String { "application/json" }
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ContentEncoder where Self == JSONEncoder {
    /// JSON by Foundation's defaults.
    public static var json: JSONEncoder { JSONEncoder() }

    /// JSON; the defaults are Foundation's.
    public static func json(
        outputFormatting: JSONEncoder.OutputFormatting = [],
        dateEncodingStrategy: JSONEncoder.DateEncodingStrategy = .deferredToDate,
        dataEncodingStrategy: JSONEncoder.DataEncodingStrategy = .base64,
        keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys,
        nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    ) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = outputFormatting
        encoder.dateEncodingStrategy = dateEncodingStrategy
        encoder.dataEncodingStrategy = dataEncodingStrategy
        encoder.keyEncodingStrategy = keyEncodingStrategy
        encoder.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
        return encoder
    }
}

extension DataDecoder where Self == JSONDecoder {
    /// JSON by Foundation's defaults.
    public static var json: JSONDecoder { JSONDecoder() }

    /// JSON; the defaults are Foundation's.
    public static func json(
        dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate,
        dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64,
        keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
        nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    ) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dateDecodingStrategy
        decoder.dataDecodingStrategy = dataDecodingStrategy
        decoder.keyDecodingStrategy = keyDecodingStrategy
        decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        return decoder
    }
}

/// Makes a form of a value's properties.
///
/// - Source: WHATWG URL, section 5.2.
public struct FormURLEncoder: ContentEncoder {
    private let items: URLQueryEncoder

    /// - Parameter items: how values become names and texts.
    public init(_ items: URLQueryEncoder = URLQueryEncoder()) { self.items = items }

    /// `application/x-www-form-urlencoded; charset=utf-8`.
    public var contentType: String { "application/x-www-form-urlencoded; charset=utf-8" }

    /// The form's fields, joined and encoded.
    ///
    /// - Throws: what ``URLQueryEncoder/encode(_:)`` throws.
    public func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let fields = try items.encode(value).map { URLFormItem(name: $0.name, value: $0.value) }
        return Data(URLFormItem.encode(fields).utf8)
    }
}

extension ContentEncoder where Self == FormURLEncoder {
    /// A form by the defaults of ``URLQueryEncoder``.
    public static var formURL: FormURLEncoder { FormURLEncoder() }

    /// A form; the defaults are those of ``URLQueryEncoder``.
    public static func formURL(
        dateEncodingStrategy: URLQueryEncoder.DateEncodingStrategy = .iso8601,
        dataEncodingStrategy: URLQueryEncoder.DataEncodingStrategy = .base64,
        keyEncodingStrategy: URLQueryEncoder.KeyEncodingStrategy = .useDefaultKeys,
        arrayEncodingStrategy: URLQueryEncoder.ArrayEncodingStrategy = .repeatName,
        nestedEncodingStrategy: URLQueryEncoder.NestedEncodingStrategy = .brackets,
        boolEncodingStrategy: URLQueryEncoder.BoolEncodingStrategy = .literal,
        nilEncodingStrategy: URLQueryEncoder.NilEncodingStrategy = .omit
    ) -> FormURLEncoder {
        FormURLEncoder(
            .urlQuery(
                dateEncodingStrategy: dateEncodingStrategy, dataEncodingStrategy: dataEncodingStrategy,
                keyEncodingStrategy: keyEncodingStrategy, arrayEncodingStrategy: arrayEncodingStrategy,
                nestedEncodingStrategy: nestedEncodingStrategy, boolEncodingStrategy: boolEncodingStrategy,
                nilEncodingStrategy: nilEncodingStrategy))
    }
}

extension NetworkClient.Configs {
    /// Of bodies. Default: the configuration's encoder, JSON.
    public var bodyEncoder: any ContentEncoder {
        get { self[\.bodyEncoder] ?? configuration.defaultEncoder }
        set { self[\.bodyEncoder] = newValue }
    }

    /// Of answers. Default: the configuration's decoder, JSON.
    public var bodyDecoder: any DataDecoder {
        get { self[\.bodyDecoder] ?? configuration.defaultDecoder }
        set { self[\.bodyDecoder] = newValue }
    }
}

extension NetworkClient {
    /// How bodies are encoded: `.bodyEncoder(.json(dateEncodingStrategy: .iso8601))`, `.bodyEncoder(.formURL)`.
    public func bodyEncoder(_ encoder: any ContentEncoder) -> NetworkClient { configs(\.bodyEncoder, encoder) }

    /// How answers are decoded: `.bodyDecoder(.json(dateDecodingStrategy: .iso8601))`.
    public func bodyDecoder(_ decoder: any DataDecoder) -> NetworkClient { configs(\.bodyDecoder, decoder) }
}
