import Foundation
import MicroClient
import Quoting
import Secrets

/// Masks the texts of an archive by what they are, and collects the secrets, which may occur elsewhere.
struct ArchiveMask {
    private let scan: SecretScan
    private let masksCookies: Bool
    /// The values to search for everywhere.
    private(set) var secrets: Set<ExactText>

    init(_ redaction: HARRedaction) {
        let scan = SecretScan(names: redaction.names, exceptions: redaction.exceptions)
        self.scan = scan
        masksCookies = ["Cookie", "Set-Cookie"].contains { scan.isAlwaysSecret(under: $0) }
        secrets = Set(redaction.values.filter { !$0.isEmpty }.map(ExactText.init))
    }

    mutating func masked(_ json: HAR.JSON) -> HAR.JSON { json.mappingTexts { masked($1, as: $0) } }

    private mutating func masked(_ text: String, as kind: ArchiveText) -> String {
        switch kind {
        case .value(let name, let isHeader):
            guard scan.isSecret(text, under: name) else { return masked(text) }
            isHeader ? noteCredentials(text, of: name) : note(text)
            return Redaction.mask
        case .cookie(let name): return cookie(text, named: name)
        case .member(let names):
            guard scan.isSecret(text, under: names.last ?? "", within: names.dropLast()) else { return masked(text) }
            note(text)
            return Redaction.mask
        case .body(let type, let isBase64):
            return text.changingBytes(isBase64: isBase64) { masked($0, [.body(type: type), .tokens]) }
        case .name: return text
        case .other: return masked(text)
        }
    }

    /// Collects a secret value. Shorter ones are masked only in their position.
    private mutating func note(_ value: String) {
        if value.utf8.count >= SecretMatcher.shortest, !value.containsBytes(of: Redaction.mask) {
            secrets.insert(ExactText(value))
        }
    }

    /// Masks a cookie. Every cookie is masked; its name and value decide whether it is searched for elsewhere.
    private mutating func cookie(_ value: String, named name: String) -> String {
        guard masksCookies, !value.isEmpty else { return value }
        if SecretVocabulary.isDistinct(value, isCertain: scan.isAlwaysSecret(under: name)) { note(value) }
        return Redaction.mask
    }

    private mutating func noteCredentials(_ value: String, of name: String) {
        switch name.lowercased() {
        case "cookie": for cookie in HAR.Cookie.sent(value) { _ = self.cookie(cookie.value, named: cookie.name) }
        case "set-cookie":
            let cookie = HAR.Cookie(set: value)
            _ = self.cookie(cookie.value, named: cookie.name)
        case "authorization", "proxy-authorization":
            note(value)
            if let (_, credentials) = value.cut(at: " ") { note(credentials) }
            for text in CredentialField.basicTexts(in: value) { note(text) }
        default: note(value)
        }
    }

    /// Returns text that may contain URLs, JSON and tokens, without what is secret in them.
    private mutating func masked(_ text: String) -> String {
        text.changingBytes { masked($0, [.text, .members, .tokens]) }
    }

    /// - Returns: nil when nothing had to be masked.
    private mutating func masked(_ bytes: UnsafeBufferPointer<UInt8>, _ contents: [SecretScan.Content]) -> [UInt8]? {
        let found = scan.all(in: bytes, of: contents)
        guard !found.isEmpty else { return nil }
        for span in found { note(span, in: bytes) }
        return Array(bytes).replacing(
            found.inOrder.map { span in
                if span.kind == .number { return (span.range, "0") }
                let isQuoted = span.range.lowerBound > 0 && bytes[span.range.lowerBound - 1] == UInt8(ascii: "\"")
                // A truncated text gets its closing quote.
                return (span.range, Redaction.mask + (isQuoted && span.range.upperBound == bytes.count ? "\"" : ""))
            })
    }

    /// Collects the text at a place, as written and decoded.
    private mutating func note(_ span: SecretSpan, in bytes: UnsafeBufferPointer<UInt8>) {
        if span.kind == .userInformation {
            if let password = span.password(in: bytes) { note(password) }
        } else {
            for text in span.meanings(in: bytes, plusIsSpace: true) { note(text) }
        }
    }
}

extension SecretMatcher {
    /// Returns the value with every text in it masked, bodies in base64 too.
    func masked(_ json: HAR.JSON) -> HAR.JSON {
        json.mappingTexts { kind, text in
            guard case .body(_, isBase64: true) = kind else { return masked(text) }
            return text.changingBytes(isBase64: true) { maskedIfFound($0) }
        }
    }
}

extension String {
    /// Returns the text with other bytes, or as it is where there are none.
    ///
    /// - Parameter isBase64: Whether it is the bytes in base64. What cannot be decoded stays.
    fileprivate func changingBytes(
        isBase64: Bool = false, _ change: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
    ) -> String {
        guard isBase64 else {
            var text = self
            return text.withUTF8 { change($0).map { String(decoding: $0, as: UTF8.self) } } ?? self
        }
        guard let data = Data(base64Encoded: self, options: .ignoreUnknownCharacters) else { return self }
        return data.withUnsafeBytes { change($0.bindMemory(to: UInt8.self)) }.map { Data($0).base64EncodedString() }
            ?? self
    }
}

// MARK: - The texts of an archive

/// A text of an archive, by what it is: that decides how it is read.
enum ArchiveText {
    /// The value of a header field, of an item or of a field of a form, under its name.
    case value(of: String, isHeader: Bool)
    case cookie(String)
    case body(type: String, isBase64: Bool)
    /// The value of a member that the format does not define, under its name and the names around it.
    case member([String])
    /// The name of such a member.
    case name
    /// Any other text: it may hold URLs, JSON and tokens.
    case other
}

extension HAR.JSON {
    /// Returns the value with others in the place of its texts. Names and dates of the format stay, so that it can be read again.
    ///
    /// - Parameters:
    ///   - list: The member that has the value, or the list that it is in.
    ///   - names: The names of the members of another program that it is in; nil within the format.
    ///   - change: Returns what takes the place of a text.
    func mappingTexts(
        in list: String = "", under names: [String]? = nil, _ change: (ArchiveText, String) -> String
    ) -> HAR.JSON {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(change(names.map(ArchiveText.member) ?? .other, text))
        case .array(let values): .array(values.map { $0.mappingTexts(in: list, under: names, change) })
        case .object(let members):
            .object(HAR.Members(members.map { Self.mappingTexts(of: $0, among: members, list, names, change) }))
        }
    }

    private static func mappingTexts(
        of member: HAR.Members.Member, among members: HAR.Members, _ list: String, _ names: [String]?,
        _ change: (ArchiveText, String) -> String
    ) -> HAR.Members.Member {
        let (name, value) = (member.name, member.value)
        guard names == nil, knownNames.contains(name) else {
            return HAR.Members.Member(change(.name, name), value.mappingTexts(under: (names ?? []) + [name], change))
        }
        if name == "startedDateTime" { return member }
        let text = text(name, of: members, in: list)
        return HAR.Members.Member(
            name, value.text.map { .string(change(text, $0)) } ?? value.mappingTexts(in: name, change))
    }

    /// Returns what a member of the format is in an object of a list.
    private static func text(_ name: String, of members: HAR.Members, in list: String) -> ArchiveText {
        let title = members["name"]?.text ?? ""
        switch (list, name) {
        case ("headers", "value"): return .value(of: title, isHeader: true)
        case ("queryString", "value"), ("params", "value"): return .value(of: title, isHeader: false)
        case ("cookies", "value"): return .cookie(title)
        case ("postData", "text"), ("content", "text"):
            let encoding = (members["_encoding"] ?? members["encoding"])?.text
            return .body(type: members["mimeType"]?.text ?? "", isBase64: encoding?.lowercased() == "base64")
        default: return .other
        }
    }

    /// The names of the format: a secret equal to one of them must not change the structure.
    private static let knownNames = Set(
        """
        log version creator browser pages entries comment name startedDateTime id title pageTimings onContentLoad onLoad pageref time \
        request response cache timings serverIPAddress connection method url httpVersion cookies headers queryString postData \
        headersSize bodySize status statusText content redirectURL value path domain expires httpOnly secure mimeType params text \
        fileName contentType size compression encoding beforeRequest afterRequest lastAccess eTag hitCount blocked dns connect send \
        wait receive ssl
        """.split(separator: " ").map(String.init))
}
