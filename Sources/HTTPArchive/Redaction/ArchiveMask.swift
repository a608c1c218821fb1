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
        text.changingBytes { masked($0, .anyText) }
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
