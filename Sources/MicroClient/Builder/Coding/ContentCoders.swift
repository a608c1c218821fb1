import Foundation

/// An encoder of request bodies.
public protocol ContentEncoder: Sendable {
    /// The media type of the encoded bytes.
    var contentType: String { get }
    /// Returns the bytes of a value.
    ///
    /// - Throws: Any error; the call throws ``NetworkClientError/encodingError(_:)`` around it, and nothing is sent.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

/// A decoder of response bodies.
public protocol DataDecoder: Sendable {
    /// Returns the value of the bytes.
    ///
    /// - Throws: A `DecodingError`; the call throws ``NetworkClientError/decodingError(_:)`` around it. Other errors are passed on unchanged.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONEncoder: ContentEncoder {
    /// The media type `application/json`.
    public var contentType: String { "application/json" }
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ContentEncoder where Self == JSONEncoder {
    /// A JSON encoder with Foundation's defaults.
    public static var json: JSONEncoder { JSONEncoder() }

    /// Returns a JSON encoder; the defaults are Foundation's.
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
    /// A JSON decoder with Foundation's defaults.
    public static var json: JSONDecoder { JSONDecoder() }

    /// Returns a JSON decoder; the defaults are Foundation's.
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

/// An encoder that encodes a value's properties as a URL-encoded form.
///
/// - Source: WHATWG URL, section 5.2.
public struct FormURLEncoder: ContentEncoder {
    private let items: URLQueryEncoder

    /// Creates an encoder.
    ///
    /// - Parameter items: The encoder of names and values.
    public init(_ items: URLQueryEncoder = URLQueryEncoder()) { self.items = items }

    /// The media type `application/x-www-form-urlencoded; charset=utf-8`.
    public var contentType: String { "application/x-www-form-urlencoded; charset=utf-8" }

    /// Returns the form's fields, joined and encoded.
    ///
    /// - Throws: The errors of ``URLQueryEncoder/encode(_:)``.
    public func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let fields = try items.encode(value).map { URLFormItem(name: $0.name, value: $0.value) }
        return Data(URLFormItem.encode(fields).utf8)
    }
}

extension ContentEncoder where Self == FormURLEncoder {
    /// A form encoder with the defaults of ``URLQueryEncoder``.
    public static var formURL: FormURLEncoder { FormURLEncoder() }

    /// Returns a form encoder; the defaults are those of ``URLQueryEncoder``.
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
    /// The encoder of request bodies. Default: the configuration's encoder, JSON.
    public var bodyEncoder: any ContentEncoder {
        get { self[\.bodyEncoder] ?? configuration.defaultEncoder }
        set { self[\.bodyEncoder] = newValue }
    }

    /// The decoder of response bodies. Default: the configuration's decoder, JSON.
    public var bodyDecoder: any DataDecoder {
        get { self[\.bodyDecoder] ?? configuration.defaultDecoder }
        set { self[\.bodyDecoder] = newValue }
    }
}

extension NetworkClient {
    /// Sets the encoder of request bodies: `.bodyEncoder(.json(dateEncodingStrategy: .iso8601))`, `.bodyEncoder(.formURL)`.
    public func bodyEncoder(_ encoder: any ContentEncoder) -> NetworkClient { configs(\.bodyEncoder, encoder) }

    /// Sets the decoder of response bodies: `.bodyDecoder(.json(dateDecodingStrategy: .iso8601))`.
    public func bodyDecoder(_ decoder: any DataDecoder) -> NetworkClient { configs(\.bodyDecoder, decoder) }
}
