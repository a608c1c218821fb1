import Foundation

/// A text encoding, as a response names it.
///
/// - Source: the names are labels of the WHATWG Encoding Standard; UTF-16 without a byte order mark is big-endian, by RFC 2781.
enum ResponseCharset: Sendable, Hashable {
    case utf8
    case utf16(isBig: Bool)
    case utf32(isBig: Bool)
    /// An encoding with one byte for each character.
    case table(String.Encoding)

    /// Decodes a body by its byte order mark, else by the `charset` of its type, else as UTF-8. Malformed bytes are replaced.
    ///
    /// - Throws: `DecodingError` for an unsupported charset.
    static func text(_ body: Data, contentType: String?) throws -> String {
        for (mark, charset) in marks where body.starts(with: mark) { return charset.text(body.dropFirst(mark.count)) }
        guard let name = contentType.flatMap(charsetName) else { return utf8.text(body) }
        guard let charset = ResponseCharset(name) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "the charset \"\(name)\" is not known: ask for Data instead"))
        }
        return charset.text(body)
    }

    /// The byte order marks, longer ones first.
    private static let marks: [([UInt8], ResponseCharset)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32(isBig: false)),
        ([0, 0, 0xFE, 0xFF], .utf32(isBig: true)),
        ([0xFF, 0xFE], .utf16(isBig: false)), ([0xFE, 0xFF], .utf16(isBig: true)),
    ]

    private static func charsetName(in type: String) -> String? {
        for parameter in type.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
            let name = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"' "))
            return name.isEmpty ? nil : name.lowercased()
        }
        return nil
    }

    /// Creates the charset of a name; nil if it is not supported.
    private init?(_ name: String) {
        switch name {
        case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
        case "utf-16", "utf16", "utf-16be": self = .utf16(isBig: true)
        case "utf-16le": self = .utf16(isBig: false)
        case "utf-32", "utf32", "utf-32be": self = .utf32(isBig: true)
        case "utf-32le": self = .utf32(isBig: false)
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1": self = .table(.isoLatin1)
        case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "l9": self = .table(.isoLatin9)
        case "windows-1250", "cp1250": self = .table(.windowsCP1250)
        case "windows-1251", "cp1251": self = .table(.windowsCP1251)
        case "windows-1252", "cp1252": self = .table(.windowsCP1252)
        default: return nil
        }
    }

    private func text(_ body: Data) -> String {
        switch self {
        case .utf8: return String(decoding: body, as: UTF8.self)
        case .utf16(let isBig): return String(decoding: Self.units(body, isBig) as [UInt16], as: UTF16.self)
        case .utf32(let isBig): return String(decoding: Self.units(body, isBig) as [UInt32], as: UTF32.self)
        case .table(let encoding):
            if let text = String(data: body, encoding: encoding) { return text }
            // Bytes without a character become the control characters of the same number, as browsers read them.
            let bytes = body.map { String(data: Data([$0]), encoding: encoding) ?? String(Unicode.Scalar($0)) }
            return bytes.joined()
        }
    }

    /// Returns the code units; a truncated last one becomes the replacement character.
    private static func units<Unit: FixedWidthInteger>(_ body: Data, _ isBig: Bool) -> [Unit] {
        let width = MemoryLayout<Unit>.size
        let whole = body.prefix(body.count / width * width)
        let units = whole.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: width).map { offset in
                let unit = bytes.loadUnaligned(fromByteOffset: offset, as: Unit.self)
                return isBig ? Unit(bigEndian: unit) : Unit(littleEndian: unit)
            }
        }
        return whole.count == body.count ? units : units + [0xFFFD]
    }
}

extension String.Encoding {
    /// The encoding `kCFStringEncodingISOLatin9`, which has no name in Foundation.
    fileprivate static let isoLatin9 = String.Encoding(rawValue: 0x8000_020F)
}
