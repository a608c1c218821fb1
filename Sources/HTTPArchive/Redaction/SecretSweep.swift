import Foundation

/// Finds secret values wherever they occur, in every form that text takes on its way through URLs, forms, JSON and base64.
struct SecretSweep {
    /// By their first byte, the longest first.
    private let patterns: [UInt8: [[UInt8]]]
    private let isFirst: [Bool]

    init(_ secrets: SecretValues) {
        let forms = Set(secrets.values.flatMap { SecretForms.all(of: $0) })
        patterns = Dictionary(grouping: forms.filter { !$0.isEmpty }) { $0[0] }
            .mapValues { $0.sorted { $0.count > $1.count } }
        isFirst = (0...255).map { [patterns] in patterns[UInt8($0)] != nil }
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// The value with every string in it swept, bodies in base64 too.
    func swept<Value: ArchiveValue>(_ value: Value) -> Value {
        // The value's own JSON can always be read: its names and dates stay.
        (try? Value(json: swept(value.json))) ?? value
    }

    func swept(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        if let data = entry.request.postData, let text = data.text {
            entry.request.postData?.text = sweptBody(text, data.encoding)
        }
        if let text = entry.response.content.text {
            entry.response.content.text = sweptBody(text, entry.response.content.encoding)
        }
        return (try? HAR.Entry(json: swept(entry.json))) ?? entry
    }

    private func swept(_ json: HAR.JSON) -> HAR.JSON {
        switch json {
        case .null, .bool, .number: json
        case .string(let text): .string(swept(text))
        case .array(let values): .array(values.map(swept))
        case .object(let members): .object(HAR.Members(members.map(swept)))
        }
    }

    private func swept(_ member: HAR.Members.Member) -> HAR.Members.Member {
        let isKnown = Self.knownNames.contains(member.name)
        let value = member.name == "startedDateTime" ? member.value : swept(member.value)
        return HAR.Members.Member(isKnown ? member.name : swept(member.name), value)
    }

    /// The names of the format: a secret that is one of them must not change the structure.
    private static let knownNames = Set(
        """
        log version creator browser pages entries comment name startedDateTime id title pageTimings onContentLoad onLoad pageref time \
        request response cache timings serverIPAddress connection method url httpVersion cookies headers queryString postData \
        headersSize bodySize status statusText content redirectURL value path domain expires httpOnly secure mimeType params text \
        fileName contentType size compression encoding beforeRequest afterRequest lastAccess eTag hitCount blocked dns connect send \
        wait receive ssl
        """.split(separator: " ").map(String.init))

    private func sweptBody(_ text: String, _ encoding: String?) -> String {
        guard encoding?.lowercased() == "base64",
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let swept = data.withUnsafeBytes({ swept($0.bindMemory(to: UInt8.self)) })
        else { return text }
        return Data(swept).base64EncodedString()
    }

    private func swept(_ text: String) -> String {
        var text = text
        return text.withUTF8 { swept($0).map { String(decoding: $0, as: UTF8.self) } } ?? text
    }

    /// - Returns: nil when nothing was found.
    private func swept(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var output: [UInt8]?
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard isFirst[Int(bytes[index])], let length = match(bytes, at: index) else {
                index += 1
                continue
            }
            output = (output ?? []) + bytes[copied..<index] + Array(Mask.text.utf8)
            index += length
            copied = index
        }
        return output.map { $0 + bytes[copied...] }
    }

    private func match(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        let rest = bytes[index...]
        return patterns[bytes[index]]?.first { rest.starts(with: $0) }?.count
    }
}

/// The spellings of a value.
enum SecretForms {
    static func all(of value: String) -> [[UInt8]] {
        var forms = [value, FormText.encode(value)]
        forms += [
            percentEncoded(value), percentEncoded(value).lowercasedEscapes, FormText.encode(value).lowercasedEscapes,
        ]
        let json = jsonEscaped(value)
        forms += [
            json, json.replacingOccurrences(of: "/", with: "\\/"), asciiOnly(json), asciiOnly(json, uppercase: true),
        ]
        // JSON within a string of JSON.
        forms.append(jsonEscaped(json))
        forms.append(htmlEscaped(value))
        return forms.map { Array($0.utf8) } + base64Cores(of: Array(value.utf8))
    }

    private static func percentEncoded(_ value: String) -> String {
        FormText.encode(value).replacingOccurrences(of: "+", with: "%20").replacingOccurrences(of: "%7E", with: "~")
            .replacingOccurrences(of: "*", with: "%2A")
    }

    private static func jsonEscaped(_ value: String) -> String {
        var writer = JSONWriter(isIndented: false)
        writer.write(.string(value))
        return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    /// What is not ASCII as `\u00e9`, as some writers do.
    private static func asciiOnly(_ json: String, uppercase: Bool = false) -> String {
        json.utf16.map { unit in
            guard unit >= 0x80 else { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16, uppercase: uppercase)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private static func htmlEscaped(_ value: String) -> String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]
            .reduce(value) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    /// The characters of base64 that depend on the value alone, for each of the three places at which it can begin in a group, in both
    /// alphabets.
    ///
    /// - Source: RFC 4648, sections 4 and 5.
    private static func base64Cores(of value: [UInt8]) -> [[UInt8]] {
        (0...2).flatMap { offset -> [[UInt8]] in
            let text = Array(Data([UInt8](repeating: 0, count: offset) + value).base64EncodedString().utf8)
            let start = (offset * 8 + 5) / 6
            let end = (offset + value.count) * 8 / 6
            guard end - start >= 6 else { return [] }
            let core = Array(text[start..<end])
            return [core, core.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }]
        }
    }
}

extension String {
    /// `%2F` as `%2f`.
    fileprivate var lowercasedEscapes: String {
        var output = ""
        var rest = self[...]
        while let percent = rest.firstIndex(of: "%") {
            output += rest[..<percent] + rest[percent...].prefix(3).lowercased()
            rest = rest[percent...].dropFirst(3)
        }
        return output + rest
    }
}
