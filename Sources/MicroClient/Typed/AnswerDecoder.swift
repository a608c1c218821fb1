import Foundation

/// Makes a value of an answer's body.
struct AnswerDecoder {
    let decoder: any DataDecoder

    func decode<Answer: Decodable>(_ type: Answer.Type, from body: Data, head: ResponseHead) throws -> Answer {
        let plain: Any? =
            switch type {
            case is Data.Type: body
            case is String.Type: Self.text(body, head)
            case is VoidResponse.Type: VoidResponse()
            default: nil
            }
        // Unwrapped first: a missing value would pass for the nil of an optional answer.
        if let plain, let answer = plain as? Answer { return answer }
        if body.isEmpty, let optional = type as? any ExpressibleByNilLiteral.Type,
            let empty = optional.init(nilLiteral: ()) as? Answer
        {
            return empty
        }
        return try decoder.decode(type, from: body)
    }

    /// In the charset that the answer states: ISO 8859-1, or else UTF-8 with what is wrong in it replaced.
    private static func text(_ body: Data, _ head: ResponseHead) -> String {
        let type = head.headers["Content-Type"]?.lowercased() ?? ""
        if type.contains("charset=iso-8859-1"), let text = String(data: body, encoding: .isoLatin1) { return text }
        return String(decoding: body, as: UTF8.self)
    }
}
