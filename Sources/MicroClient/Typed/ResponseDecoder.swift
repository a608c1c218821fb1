import Foundation

/// Decodes a value from a response's body.
struct ResponseDecoder {
    let decoder: any DataDecoder

    func decode<Value: Decodable>(_ type: Value.Type, from body: Data, head: ResponseHead) throws -> Value {
        let plain: Any? =
            switch type {
            case is Data.Type: body
            case is String.Type: try ResponseCharset.text(body, contentType: head.headers["Content-Type"])
            case is VoidResponse.Type: VoidResponse()
            default: nil
            }
        // Unwrapped first: a missing value would count as the nil of an optional response type.
        if let plain, let response = plain as? Value { return response }
        if body.isEmpty, let optional = type as? any ExpressibleByNilLiteral.Type,
            let empty = optional.init(nilLiteral: ()) as? Value
        {
            return empty
        }
        return try decoder.decode(type, from: body)
    }
}
