import Foundation
import Quoting
import Secrets

extension Rendering {
    /// Adds the rows of the collection, the folders and the request: one value per name, the deepest, at the first one's place.
    mutating func addOwnHeaders() {
        for (row, origin) in collection.headerRows(of: definition, at: path) {
            // Another header may take its place: what flows in is known when all are there.
            let (name, value) = flowing(into: []) {
                (
                    $0.resolve(row.name, "header name \(row.name)", origin: origin),
                    $0.resolve(row.value, "header \(row.name)", origin: origin)
                )
            }
            var header = RenderedHeader(name.text, value.secretText, origin: origin)
            header.sources = (name.sources + value.sources).unique
            header.isSecret =
                !value.secrets.isEmpty || !header.sources.isEmpty
                || SecretVocabulary.isSecret(value.text, under: name.text)
            if header.isSecret, header.sources.isEmpty {
                header.sources = sources(ofSecret: value, name.text, origin)
            }
            set(header)
        }
    }

    /// Applies credentials, which outrank a header of the same name.
    mutating func apply(_ effective: EffectiveAuth, to url: inout SentURL) {
        if let note = effective.note { notes.append(note + ".") }
        let origin = effective.origin
        credentialOrigin = origin
        let known = flows.count
        defer { noteSources(from: known) }
        switch effective.auth {
        case .none, .inherit: break
        case .basic(let username, let password):
            let user = resolve(username, "auth user name", origin: origin).text
            addBasic(user, resolveSecret(password, "password", origin: origin).string, origin: .auth(origin))
        case .bearer(let token):
            let token = resolveSecret(token, "token", origin: origin)
            credential = .bearer(token: token.string)
            set(RenderedHeader("Authorization", "Bearer " + token, origin: .auth(origin), isSecret: true))
        case .apiKey(let name, let value, let placement):
            applyKey(name, value, placement, origin: origin, to: &url)
        case .unsupported(let details): apply(details, origin: origin)
        }
    }

    /// Notes the sources of the header that carries the credentials: all that has flowed into the request since.
    private mutating func noteSources(from count: Int) {
        guard let index = headers.firstIndex(where: \.isOfCredentials) else { return }
        headers[index].sources = flows[count...].filter { $0.leg == .head }.map(\.value).unique
    }

    /// Sends user and password in the URL as a header, which wins over other credentials.
    ///
    /// - Parameter sources: The sources of the secrets in the URL.
    mutating func applyUserInfo(of url: SentURL, _ sources: [NamedSource]) {
        guard let userInfo = url.userInfo else { return }
        let (user, password) = userInfo.cut(at: ":") ?? (userInfo, "")
        secrets.append(NamedSecret(name: "password", value: password))
        headers.removeAll(where: \.isMadeWhenSent)
        addBasic(user, password, origin: .url)
        guard let index = headers.firstIndex(where: { $0.origin == .url }) else { return }
        headers[index].sources = sources.isEmpty ? [written("password", .request)] : sources.unique
    }

    /// Adds headers that the user did not write, but which are sent.
    mutating func addAutomaticHeaders(host: SecretText, body: RenderedBody) {
        addUnlessSet("Accept", SecretText(defaults.accept), .microscope)
        if let encodings = defaults.acceptEncoding {
            addUnlessSet("Accept-Encoding", SecretText(encodings), .microscope)
        }
        addUnlessSet("User-Agent", SecretText(defaults.userAgent), .microscope)
        addUnlessSet("Host", host, .connection)
        if case .bytes(let bytes, _) = body {
            addUnlessSet("Content-Length", SecretText(String(bytes.count)), .connection)
        }
        for header in headers { check(header) }
    }

    mutating func addUnlessSet(_ name: String, _ value: SecretText, _ origin: Origin) {
        guard self.value(ofHeader: name) == nil else { return }
        headers.append(RenderedHeader(name, value, origin: origin, isAutomatic: true))
    }

    func value(ofHeader name: String) -> String? {
        headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    private mutating func applyKey(
        _ name: String, _ value: String, _ placement: Auth.Placement?, origin: Origin, to url: inout SentURL
    ) {
        guard let placement else {
            return notes.append("The API key (\(origin.title)) has no placement, so it is not sent.")
        }
        let name = resolve(name, "auth key name", origin: origin).text
        let value = resolveSecret(value, "API key", origin: origin)
        credential = .apiKey(name: name, value: value.string, placement: placement)
        switch placement {
        case .header: set(RenderedHeader(name, value, origin: .auth(origin), isSecret: true))
        case .query: url.setQuery(SecretText(name), value)
        }
    }

    private mutating func addBasic(_ user: String, _ password: String, origin: Origin) {
        let encoded = SecretText(Data("\(user):\(password)".utf8).base64EncodedString(), secret: "Authorization")
        secrets.append(NamedSecret(name: "Authorization", value: encoded.string))
        credential = .basic(username: user, password: password)
        set(RenderedHeader("Authorization", "Basic " + encoded, origin: origin, isSecret: true))
    }

    mutating func resolveSecret(_ template: String, _ name: String, origin: Origin) -> SecretText {
        let resolved = resolve(template, "auth \(name)", origin: origin)
        if resolved.isComplete { secrets.append(NamedSecret(name: name, value: resolved.text)) }
        note(sources(ofSecret: resolved, name, origin))
        return resolved.isComplete ? resolved.secretText.secret(name) : resolved.secretText
    }

    /// Returns further sources of a text that is a secret because of where it is used.
    private func sources(ofSecret text: ResolvedText, _ name: String, _ origin: Origin) -> [NamedSource] {
        let isWritten = text.sources.isEmpty && text.plainSources.isEmpty && text.isComplete && !text.text.isEmpty
        return isWritten ? [written(name, origin)] : text.plainSources
    }

    /// The source of a secret that is written out.
    func written(_ name: String, _ origin: Origin) -> NamedSource {
        NamedSource(name, .written(name, in: origin.file(of: path), environment: nil))
    }

    mutating func set(_ header: RenderedHeader) {
        if let index = headers.firstIndex(where: { $0.name.equalsIgnoringASCIICase(header.name) }) {
            headers[index] = header
        } else {
            headers.append(header)
        }
    }

    private mutating func check(_ header: RenderedHeader) {
        if header.name.isEmpty || !header.name.utf8.allSatisfy(isTokenByte) {
            problems.append("\"\(header.name)\" (\(header.origin.title)) is not a header name.")
        }
        if let byte = header.value.utf8.first(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
            let what = byte == 0 ? "a NUL" : "a line break"
            problems.append("The value of the header \(header.name) holds \(what), which cannot be sent.")
        }
    }
}

extension RenderedHeader {
    fileprivate var isOfCredentials: Bool { if case .auth = origin { true } else { false } }
}
