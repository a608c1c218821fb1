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
        request.url = url(request.url)
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
        response.redirectURL = url(response.redirectURL)
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

    /// Collects the tokens of well-known services in a text.
    mutating func noteTokens(_ text: String) {
        guard TokenShape.isFound(in: text) else { return }
        var text = text
        text.withUTF8 { noteTokens($0) }
    }

    mutating func noteTokens(_ bytes: UnsafeBufferPointer<UInt8>) {
        for token in TokenShape.all(in: bytes) { note(String(decoding: bytes[token.range], as: UTF8.self)) }
    }

    private mutating func field(_ field: HAR.Field) -> HAR.Field {
        noteTokens(field.value)
        guard redaction.isSecret(field.value, under: field.name) else { return field }
        note(field.value)
        var masked = field
        masked.value = Redaction.mask
        return masked
    }

    private mutating func param(_ param: HAR.Param) -> HAR.Param {
        noteTokens(param.value ?? "")
        guard let value = param.value, redaction.isSecret(value, under: param.name) else { return param }
        note(value)
        var masked = param
        masked.value = Redaction.mask
        return masked
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
            masked.value = url(field.value)
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
        case .string(let text): return .string(url(text))
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
