import Foundation
import MicroClient
import Quoting
import Secrets

/// Masks values in the positions of secrets, and collects them.
struct PositionMask {
    let redaction: HARRedaction
    private let masksCookies: Bool
    /// The values to search for everywhere.
    private(set) var secrets: Set<ExactText>

    init(_ redaction: HARRedaction) {
        self.redaction = redaction
        masksCookies = ["Cookie", "Set-Cookie"].contains { redaction.verdict(of: $0) == .secret }
        secrets = Set(redaction.values.filter { !$0.isEmpty }.map(ExactText.init))
    }

    mutating func apply(to entry: inout HAR.Entry) {
        apply(to: &entry.request)
        apply(to: &entry.response)
        entry.other = members(entry.other)
    }

    private mutating func apply(to request: inout HAR.Request) {
        request.url = text(request.url)
        request.headers = request.headers.map { header($0) }
        request.cookies = request.cookies.map { cookie($0) }
        request.queryString = request.queryString.map { field($0) }
        if var data = request.postData {
            data.params = data.params.map { param($0) }
            data.text = data.text.map { bodyText($0, encoding: data.encoding, mimeType: data.mimeType) }
            data.other = members(data.other)
            request.postData = data
        }
        request.other = members(request.other)
    }

    private mutating func apply(to response: inout HAR.Response) {
        response.redirectURL = text(response.redirectURL)
        response.headers = response.headers.map { header($0) }
        response.cookies = response.cookies.map { cookie($0) }
        let content = response.content
        response.content.text = content.text.map {
            bodyText($0, encoding: content.encoding, mimeType: content.mimeType)
        }
        response.other = members(response.other)
    }

    // MARK: Fields

    /// Collects a secret value. Shorter ones are masked only in their position.
    mutating func note(_ value: String) {
        if value.utf8.count >= SecretMatcher.shortest, !value.containsBytes(of: Redaction.mask) {
            secrets.insert(ExactText(value))
        }
    }

    private mutating func field(_ field: HAR.Field) -> HAR.Field {
        var masked = field
        masked.value = value(field.value, named: field.name)
        return masked
    }

    private mutating func param(_ param: HAR.Param) -> HAR.Param {
        var masked = param
        masked.value = param.value.map { value($0, named: param.name) }
        return masked
    }

    private mutating func value(_ value: String, named name: String) -> String {
        guard redaction.isSecret(value, under: name) else { return text(value) }
        note(value)
        return Redaction.mask
    }

    /// Masks a cookie. Every cookie is masked; its name and value decide whether it is searched for elsewhere.
    private mutating func cookie(_ cookie: HAR.Cookie) -> HAR.Cookie {
        guard masksCookies else { return cookie }
        if redaction.isSecret(cookie.value, under: cookie.name) || SecretVocabulary.looksSecret(cookie.value) {
            note(cookie.value)
        }
        var masked = cookie
        if !cookie.value.isEmpty { masked.value = Redaction.mask }
        return masked
    }

    private mutating func header(_ field: HAR.Field) -> HAR.Field {
        var masked = field
        guard redaction.isSecret(field.value, under: field.name) else {
            masked.value = text(field.value)
            return masked
        }
        noteCredentials(field)
        masked.value = Redaction.mask
        return masked
    }

    private mutating func noteCredentials(_ field: HAR.Field) {
        switch field.name.lowercased() {
        case "cookie": for cookie in HAR.Cookie.sent(field.value) { _ = self.cookie(cookie) }
        case "set-cookie": _ = cookie(HAR.Cookie(set: field.value))
        case "authorization", "proxy-authorization":
            note(field.value)
            if let (_, credentials) = field.value.cut(at: " ") { note(credentials) }
            for text in CredentialField.basicTexts(in: field.value) { note(text) }
        default: note(field.value)
        }
    }

    /// Masks members of other programs.
    private mutating func members(_ members: HAR.Members) -> HAR.Members {
        HAR.Members(members.map { HAR.Members.Member($0.name, json($0.value, redaction.verdict(of: $0.name))) })
    }

    private mutating func json(_ value: HAR.JSON, _ verdict: SecretVocabulary.Verdict) -> HAR.JSON {
        switch value {
        case .string(let text) where SecretVocabulary.isSecret(text, by: verdict):
            note(text)
            return .string(Redaction.mask)
        case .string(let text): return .string(self.text(text))
        case .array(let values): return .array(values.map { json($0, verdict) })
        case .object(let members):
            return .object(
                HAR.Members(
                    members.map {
                        HAR.Members.Member($0.name, json($0.value, redaction.verdict(of: $0.name).within(verdict)))
                    }))
        case .null, .bool, .number: return value
        }
    }
}

// MARK: - Texts and bodies

extension PositionMask {
    /// Returns a body of an archive, masked by its kind: JSON, a form, a multipart body, XML; and the URLs in it.
    mutating func bodyText(_ text: String, encoding: String?, mimeType: String) -> String {
        guard encoding?.lowercased() == "base64" else {
            var text = text
            return text.withUTF8 { body($0, mimeType).map { String(decoding: $0, as: UTF8.self) } } ?? text
        }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return text }
        let masked = data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self), mimeType) }
        return masked.map { Data($0).base64EncodedString() } ?? text
    }

    /// - Returns: The masked body; nil when nothing had to be masked.
    private mutating func body(_ bytes: UnsafeBufferPointer<UInt8>, _ mimeType: String) -> [UInt8]? {
        masked(bytes, [.body(type: mimeType), .tokens])
    }

    /// Returns text that may contain URLs, JSON and tokens, without what is secret in them.
    mutating func text(_ text: String) -> String {
        var text = text
        return text.withUTF8 { masked($0, .anyText).map { String(decoding: $0, as: UTF8.self) } } ?? text
    }

    /// - Returns: nil when nothing had to be masked.
    private mutating func masked(
        _ bytes: UnsafeBufferPointer<UInt8>, _ contents: [SecretScan.Content]
    ) -> [UInt8]? {
        let found = SecretScan(by: redaction.verdict).all(in: bytes, of: contents)
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
