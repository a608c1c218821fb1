import Foundation
import MicroClient

/// Elements and attributes of XML and HTML whose names say that they are secret.
enum MarkupPlaces {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    static func all(in bytes: UnsafeBufferPointer<UInt8>) -> [Redaction.Place] {
        var places: [Redaction.Place] = []
        var index = bytes.startIndex
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
            let name = bytes[(start + 1)..<end].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            let attributes = attributes(bytes, in: name.endIndex..<end)
            places += secret(attributes, bytes)
            if isSuspicious(text(bytes, name.startIndex..<name.endIndex)), bytes[end - 1] != UInt8(ascii: "/") {
                let content = bytes[(end + 1)...].prefix { $0 != UInt8(ascii: "<") }
                let isBlank = content.allSatisfy { $0 <= 0x20 }
                let title = local(text(bytes, name.startIndex..<name.endIndex))
                if !isBlank { places.append(.init(name: title, range: content.startIndex..<content.endIndex)) }
            }
            index = end + 1
        }
        return places
    }

    private typealias Attribute = (name: String, value: Range<Int>)

    /// `token="…"`, and the value of `<input name="token" value="…">`.
    private static func secret(_ attributes: [Attribute], _ bytes: Bytes) -> [Redaction.Place] {
        let names = attributes.filter { ["name", "id", "property"].contains($0.name.lowercased()) }
            .map { text(bytes, $0.value) }
        let named = names.first(where: isSuspicious)
        return attributes.compactMap { attribute in
            guard !attribute.value.isEmpty else { return nil }
            let isValue = ["value", "content"].contains(attribute.name.lowercased())
            if isValue, let named { return Redaction.Place(name: named, range: attribute.value) }
            return isSuspicious(attribute.name)
                ? Redaction.Place(name: local(attribute.name), range: attribute.value) : nil
        }
    }

    private static func attributes(_ bytes: Bytes, in range: Range<Int>) -> [Attribute] {
        var found: [Attribute] = []
        var index = range.lowerBound
        while let sign = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "=")) {
            let before = bytes[index..<sign]
            let start = before.lastIndex { $0 <= 0x20 || "\"'/".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
            let quote = sign + 1
            guard quote < range.upperBound, "\"'".utf8.contains(bytes[quote]) else {
                index = sign + 1
                continue
            }
            let end = bytes[(quote + 1)..<range.upperBound].firstIndex(of: bytes[quote]) ?? range.upperBound
            found.append((text(bytes, start..<sign), quote + 1..<end))
            index = min(end + 1, range.upperBound)
        }
        return found
    }

    private static func isSuspicious(_ name: String) -> Bool {
        !name.isEmpty && Redaction.isSuspicious(name: local(name))
    }

    private static func text(_ bytes: Bytes, _ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// "Password" of "wsse:Password".
    private static func local(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }
}

/// Parts of a multipart body whose names say that they are secret.
enum PartPlaces {
    /// - Source: RFC 2046, section 5.1.1; RFC 7578, section 4.2.
    static func all(in bytes: UnsafeBufferPointer<UInt8>, type: String) -> [Redaction.Place] {
        guard let boundary = boundary(of: type) else { return [] }
        let data = Data(buffer: bytes)
        let delimiter = Data("--\(boundary)".utf8)
        var places: [Redaction.Place] = []
        var start = data.startIndex
        while start < data.endIndex {
            let end = data.range(of: delimiter, in: start..<data.endIndex) ?? data.endIndex..<data.endIndex
            if let place = place(data, start..<end.lowerBound) { places.append(place) }
            start = end.upperBound
            if end.isEmpty { break }
        }
        return places
    }

    private static func place(_ data: Data, _ part: Range<Int>) -> Redaction.Place? {
        guard let blank = data.range(of: Data("\r\n\r\n".utf8), in: part) else { return nil }
        let head = String(decoding: data[part.lowerBound..<blank.lowerBound], as: UTF8.self)
        guard let name = name(head), Redaction.isSecret(name: name) else { return nil }
        let hasEnd = part.count > 2 && data[(part.upperBound - 2)..<part.upperBound].elementsEqual("\r\n".utf8)
        let end = max(blank.upperBound, part.upperBound - (hasEnd ? 2 : 0))
        return end > blank.upperBound ? Redaction.Place(name: name, range: blank.upperBound..<end) : nil
    }

    private static func name(_ head: String) -> String? {
        let starts = [" name=\"", ";name=\""]
        guard let range = starts.lazy.compactMap({ head.range(of: $0, options: .caseInsensitive) }).first else {
            return nil
        }
        return String(head[range.upperBound...].prefix { $0 != "\"" })
    }

    private static func boundary(of type: String) -> String? {
        guard let range = type.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let rest = type[range.upperBound...]
        let text =
            rest.hasPrefix("\"") ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" && $0 != " " }
        return text.isEmpty ? nil : String(text)
    }
}
