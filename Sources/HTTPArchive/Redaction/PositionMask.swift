import Foundation
import MicroClient

enum Mask {
    static let text = Redaction.mask
}

/// Masks what stands in the place of a secret, and keeps in mind what it was.
struct PositionMask {
    let names: SecretNames
    private let masksCookies: Bool
    private(set) var secrets: SecretValues

    init(_ redaction: HARRedaction) {
        names = SecretNames(redaction)
        masksCookies = redaction.isSecret("Cookie") || redaction.isSecret("Set-Cookie")
        secrets = SecretValues(redaction.values)
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

    /// Takes note of a value that its name says to be secret.
    mutating func note(_ value: String, of name: String) {
        // "key" alone is half the time the first of a pair of key and value.
        let isCertain = !["key", "keys"].contains(name.lowercased())
        secrets.insert(value, isCertain: isCertain)
    }

    private mutating func field(_ field: HAR.Field) -> HAR.Field {
        guard names.isSecret(field.name), !field.value.isEmpty else { return field }
        note(field.value, of: field.name)
        var masked = field
        masked.value = Mask.text
        return masked
    }

    private mutating func param(_ param: HAR.Param) -> HAR.Param {
        guard names.isSecret(param.name), let value = param.value, !value.isEmpty else { return param }
        note(value, of: param.name)
        var masked = param
        masked.value = Mask.text
        return masked
    }

    /// Every cookie is masked; which of them are worth looking for elsewhere, name and value say.
    private mutating func cookie(_ cookie: HAR.Cookie) -> HAR.Cookie {
        guard masksCookies else { return cookie }
        secrets.insert(cookie.value, isCertain: names.isSecret(cookie.name))
        var masked = cookie
        if !cookie.value.isEmpty { masked.value = Mask.text }
        return masked
    }

    private mutating func header(_ field: HAR.Field) -> HAR.Field {
        var masked = field
        guard names.isSecret(field.name), !field.value.isEmpty else {
            masked.value = url(field.value)
            return masked
        }
        noteCredentials(field)
        masked.value = Mask.text
        return masked
    }

    private mutating func noteCredentials(_ field: HAR.Field) {
        switch field.name.lowercased() {
        case "cookie": for cookie in HAR.Cookie.sent(field.value) { _ = self.cookie(cookie) }
        case "set-cookie": _ = cookie(HAR.Cookie(set: field.value))
        case "authorization", "proxy-authorization":
            note(field.value, of: field.name)
            let parts = field.value.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return }
            note(String(parts[1]), of: field.name)
            if parts[0].lowercased() == "basic" { noteUserAndPassword(String(parts[1]), of: field.name) }
        default: note(field.value, of: field.name)
        }
    }

    private mutating func noteUserAndPassword(_ base64: String, of name: String) {
        guard let data = Data(base64Encoded: base64) else { return }
        let pair = String(decoding: data, as: UTF8.self)
        note(pair, of: name)
        if let colon = pair.firstIndex(of: ":") { note(String(pair[pair.index(after: colon)...]), of: name) }
    }

    /// Members of other programs.
    private mutating func members(_ members: HAR.Members) -> HAR.Members {
        HAR.Members(members.map { HAR.Members.Member($0.name, json($0.value, isSecret: names.isSecret($0.name))) })
    }

    private mutating func json(_ value: HAR.JSON, isSecret: Bool) -> HAR.JSON {
        switch value {
        case .string(let text) where isSecret && !text.isEmpty:
            note(text, of: "")
            return .string(Mask.text)
        case .string(let text): return .string(url(text))
        case .array(let values): return .array(values.map { json($0, isSecret: isSecret) })
        case .object(let members):
            return .object(
                HAR.Members(
                    members.map { member in
                        HAR.Members.Member(
                            member.name, json(member.value, isSecret: isSecret || names.isSecret(member.name)))
                    }))
        case .null, .bool, .number: return value
        }
    }
}
