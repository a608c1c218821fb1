import Foundation
import MicroClient
import Quoting

extension PositionMask {
    /// A body as an archive holds it, masked by what it is: JSON, a form, a multipart body. Others stay.
    mutating func bodyText(_ text: String, encoding: String?, mimeType: String) -> String {
        guard encoding?.lowercased() == "base64" else {
            var text = text
            return text.withUTF8 { body($0, mimeType).map { String(decoding: $0, as: UTF8.self) } } ?? text
        }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return text }
        let masked = data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self), mimeType) }
        return masked.map { Data($0).base64EncodedString() } ?? text
    }

    /// - Returns: nil when nothing had to be masked.
    private mutating func body(_ bytes: UnsafeBufferPointer<UInt8>, _ mimeType: String) -> [UInt8]? {
        noteTokens(bytes)
        let type = mimeType.lowercased()
        if type.beginsWithBytes(of: "application/x-www-form-urlencoded") { return form(bytes) }
        if type.beginsWithBytes(of: "multipart/") {
            return multipart(bytes, boundary: MultipartHead.boundary(ofType: mimeType))
        }
        return type.contains("json") || Self.looksLikeJSON(bytes) ? json(bytes) : nil
    }

    private static func looksLikeJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    private mutating func form(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        let masked = text.split(at: "&").map { queryItem($0[...]) }.joined(separator: "&")
        return masked.hasSameBytes(as: text) ? nil : Array(masked.utf8)
    }

    private mutating func json(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var mask = JSONMask(redaction)
        let masked = mask.masked(bytes)
        for secret in mask.found { note(secret) }
        return masked
    }

    // MARK: Multipart

    /// Parts whose names are secret keep their head and lose their content.
    private mutating func multipart(_ bytes: UnsafeBufferPointer<UInt8>, boundary: String?) -> [UInt8]? {
        guard let boundary else { return nil }
        let delimiter = Data("--\(boundary)".utf8)
        let data = Data(buffer: bytes)
        var output = Data()
        var start = data.startIndex
        while let range = data.range(of: delimiter, in: start..<data.endIndex) {
            output += part(data[start..<range.lowerBound]) + delimiter
            start = range.upperBound
        }
        return Array(output + part(data[start...]))
    }

    private mutating func part(_ part: Data) -> Data {
        guard let headEnd = part.range(of: Data("\r\n\r\n".utf8)) else { return part }
        let head = String(decoding: part[..<headEnd.lowerBound], as: UTF8.self)
        guard let name = MultipartHead.name(ofPart: head) else { return part }
        var content = part[headEnd.upperBound...]
        let ending = content.suffix(2).elementsEqual("\r\n".utf8) ? content.suffix(2) : Data()
        content = content.dropLast(ending.count)
        let value = String(decoding: content, as: UTF8.self)
        guard redaction.isSecret(value, under: name) else { return part }
        note(value)
        return part[..<headEnd.upperBound] + Data(Mask.text.utf8) + ending
    }
}
