import Quoting
import Secrets
import Text

/// Turns a saved or edited request into what is sent. The screen, `send` and runs all use this one function.
public enum RequestRenderer {
    /// - Parameters:
    ///   - path: the request's file, or the one it would have: its folders give headers, auth and policies.
    ///   - scopes: made for the same path and definition.
    ///   - notesJSON: whether a JSON body that is not valid is noted: parsing a long one takes longer than all else.
    public static func render(
        _ definition: RequestDefinition, at path: ItemPath, in collection: Collection, scopes: VariableScopes,
        defaults: ClientDefaults, notesJSON: Bool = true
    ) -> RenderedRequest {
        var rendering = Rendering(
            definition: definition, path: path, collection: collection, scopes: scopes, defaults: defaults,
            notesJSON: notesJSON)
        return rendering.run()
    }

    /// Returns a request's credentials, with what they lack; nothing else of it is looked at. For a folder, give a request in it that inherits: it
    /// shows what others get.
    ///
    /// - Parameters: the same as those of ``render(_:at:in:scopes:defaults:notesJSON:)``.
    public static func credentials(
        of definition: RequestDefinition, at path: ItemPath, in collection: Collection, scopes: VariableScopes,
        defaults: ClientDefaults = ClientDefaults(userAgent: "")
    ) -> RenderedRequest {
        var rendering = Rendering(
            definition: definition, path: path, collection: collection, scopes: scopes,
            defaults: defaults)
        return rendering.runCredentials()
    }
}

/// A rendering under way: resolves part after part and gathers missing variables.
struct Rendering {
    let definition: RequestDefinition
    let path: ItemPath
    let collection: Collection
    let scopes: VariableScopes
    let defaults: ClientDefaults
    let settings: EffectiveSettings
    let notesJSON: Bool
    /// The number of bytes of values that all fields together may still hold.
    private var budgetInBytes = 64 << 20

    var missing: [MissingVariable] = []
    var cycles: [String] = []
    var problems: [String] = []
    var notes: [String] = []
    var secrets: [NamedSecret] = []
    private var variableNames: [String] = []
    private var generatedNames: [String] = []
    private(set) var flows: [SecretFlow] = []
    /// The parts of a send that the next resolved texts belong to; empty: nothing that is sent.
    private var legs: [SecretFlow.Leg] = [.head]
    /// Texts of credentials that hold secrets, and fields of the request for a token.
    var credentialSecrets = SecretSet()
    var credential: RenderedCredential?
    var credentialOrigin = Origin.request
    var headers: [RenderedHeader] = []
    var bodySpans: [SecretSpan] = []

    init(
        definition: RequestDefinition, path: ItemPath, collection: Collection, scopes: VariableScopes,
        defaults: ClientDefaults, notesJSON: Bool = true
    ) {
        self.notesJSON = notesJSON
        self.definition = collection.withInheritedSettings(definition, at: path)
        self.path = path
        self.collection = collection
        self.scopes = scopes
        self.defaults = defaults
        settings = EffectiveSettings(self.definition.settings)
    }

    mutating func run() -> RenderedRequest {
        var url = sentURL()
        let ofURL = flows.map(\.value)
        addOwnHeaders()
        apply(effectiveAuth, to: &url)
        applyUserInfo(of: url, ofURL)
        for header in headers { note(header.sources) }
        let body = flowing(into: [.body]) { $0.renderBody() }
        addAutomaticHeaders(host: url.host, body: body)
        let proxy = proxyRule()
        let certificate = clientCertificate(for: url.text.string)
        check(url)
        var result = result(url: url.text, body: body)
        result.bodySpans = bodySpans
        result.proxy = proxy
        result.clientCertificate = certificate
        result.notes += result.connectionNotes
        return result
    }

    /// Renders the credentials, with the connection to the server of their tokens.
    mutating func runCredentials() -> RenderedRequest {
        var url = SentURL("", encodes: false)
        apply(effectiveAuth, to: &url)
        let proxy = proxyRule()
        let server = if case .oauth2(let settings)? = credential { settings.accessTokenURL } else { "" }
        let certificate = clientCertificate(for: server)
        var result = result(url: "", body: .none)
        result.proxy = proxy
        result.clientCertificate = certificate
        return result
    }

    /// Inherited credentials that need a value which this very request captures are not sent with it where that has no value, or where this is the
    /// request that others log in with: it is the one that gets them.
    private var effectiveAuth: EffectiveAuth {
        let auth = collection.effectiveAuth(of: definition.auth, at: path)
        let captured = collection.capturedNames(of: definition, at: path)
        guard definition.auth == .inherit, !captured.isEmpty else { return auth }
        var trial = self
        (trial.missing, trial.variableNames) = ([], [])
        var url = SentURL("", encodes: false)
        trial.apply(auth, to: &url)
        let needed = trial.missing.map(\.name) + (collection.companion.logins.contains(path) ? trial.variableNames : [])
        guard let own = needed.first(where: captured.contains) else { return auth }
        let note = "Inherited credentials are not sent: they need \(own.shownInLine()), which this request captures"
        return EffectiveAuth(auth: .none, origin: auth.origin, note: note)
    }

    private func result(url: SecretText, body: RenderedBody) -> RenderedRequest {
        let policies = collection.effectivePolicies(at: path)
        var request = RenderedRequest(
            method: definition.method.uppercased(), secretURL: url, headers: headers, body: body,
            missing: missing.unique,
            cycles: cycles.unique, problems: problems, notes: notes,
            secrets: credentialSecrets.union(SecretSet(secrets + scopes.secretValues)), credential: credential,
            credentialOrigin: credentialOrigin,
            timeout: settings.timeout, followsRedirects: settings.followsRedirects,
            maximumRedirects: settings.maximumRedirects, forwardsAuthorization: settings.forwardsAuthorization,
            retry: policies.retry, verifiesTLS: policies.verifiesTLS?.value ?? true)
        request.variableNames = variableNames.unique
        request.generatedNames = generatedNames.unique
        request.latin1Values = scopes.latin1Values
        request.flows = flows.unique
        request.sourcesInSight = scopes.sources
        request.connection = connection
        return request
    }

    private mutating func check(_ url: SentURL) {
        // A missing name in the host would be reported a second time in worse words; so would a circle.
        if missing.isEmpty, cycles.isEmpty, let problem = url.problem { problems.append(problem) }
        if definition.method.isEmpty || !definition.method.utf8.allSatisfy(isTokenByte) {
            problems.append("\"\(definition.method)\" is not a request method: letters, digits and - are expected.")
        }
    }

    /// Resolves a template and notes what it lacks, as needed at `location` in `origin`'s file.
    ///
    /// - Parameter isJSON: whether values of dynamic names are escaped for the inside of a JSON string.
    mutating func resolve(
        _ template: String, _ location: String, origin: Origin = .request, isJSON: Bool = false
    ) -> ResolvedText {
        let resolved = scopes.resolve(template, escapesDynamic: isJSON, budgetInBytes: &budgetInBytes)
        let location = location.shownInLine(limit: 120)
        let file = origin.file(of: path)
        missing += resolved.missing.map { $0.needed(at: location, in: file) }
        problems += resolved.faults.map { "\($0) (\(location) in \(file))." }
        cycles += resolved.cycles.map { text(ofCycle: $0, at: location, in: file) }
        secrets += resolved.secrets
        variableNames += resolved.holes.flatMap { TemplateCall.names(in: $0.name) }
        generatedNames += resolved.generated
        note(resolved.sources)
        return resolved
    }

    /// Notes secrets that are a part of what is rendered now.
    mutating func note(_ values: [NamedSource]) {
        for leg in legs { flows += values.map { SecretFlow(value: $0, leg: leg) } }
    }

    /// - Parameter legs: empty: what is resolved goes nowhere.
    mutating func flowing<Result>(
        into legs: [SecretFlow.Leg], _ body: (inout Rendering) -> Result
    ) -> Result {
        let before = self.legs
        self.legs = legs
        defer { self.legs = before }
        return body(&self)
    }

    /// "a → b → a (URL in users/get.yml, a is in opencollection.yml)"
    private func text(ofCycle names: [String], at location: String, in file: String) -> String {
        let way = names.map { $0.shownInLine() }
        let place = names.first.flatMap { scopes.find($0)?.place } ?? file
        return "\(way.joined(separator: " → ")) (\(location) in \(file), \(way.first ?? "") is in \(place))"
    }
}

extension ResolvedText.MissingName {
    /// - Parameter file: The file of the template.
    fileprivate func needed(at location: String, in file: String) -> MissingVariable {
        let way = through.map { name in
            name == "…" ? ", …" : ", in \(name.hasPrefix("$") ? "" : "variable ")\(name.shownInLine())"
        }.joined()
        return MissingVariable(
            name: name, location: location + way, place: place ?? file, reason: reason, meant: meant)
    }
}

// MARK: - URL

extension Rendering {
    private mutating func sentURL() -> SentURL {
        let rows = definition.rowsSentAfterURL
        var template = URLTemplate(definition.url, hashIsData: settings.encodesURL)
        if !settings.encodesURL && !rows.isEmpty { template.pairs += rows.map(\.encodedPair) }
        var url = SentURL(resolve(template.text, "URL").secretText, encodes: settings.encodesURL)
        substitutePathValues(in: &url)
        url.encode(appending: settings.encodesURL ? rows.map { resolvedPair($0) } : [])
        return url
    }

    private mutating func resolvedPair(_ row: Field) -> SentURL.Pair {
        (
            resolve(row.name, "query \(row.name)").secretText, resolve(row.value, "query \(row.name)").secretText
        )
    }

    private mutating func substitutePathValues(in url: inout SentURL) {
        var values: [ExactText: SecretText] = [:]
        for row in definition.parameters where row.kind == .path && row.field.isEnabled {
            let value = resolve(row.field.value, "path parameter \(row.field.name)").secretText
            values[ExactText(row.field.name)] = value
        }
        var unset: [String] = []
        url.substitute { name in
            guard let value = values[ExactText(name)], !value.string.isWhitespaceOnly else {
                unset.append(name)
                return nil
            }
            return value
        }
        // A row that is there and empty was forgotten; without a row, or with one that is switched off, a colon may be meant.
        if let empty = unset.first(where: { values[ExactText($0)] != nil }) {
            problems.append("\(empty.shownInLine()) has no value: the path parameter :\(empty.shownInLine()) is empty.")
        }
        unset.removeAll { values[ExactText($0)] != nil }
        notes += unset.unique.map { name in
            let sent =
                settings.encodesURL
                ? PercentCoding.encode(":\(name)", keeping: PercentCoding.isPlainInComponent) : ":\(name)"
            return "The path parameter \(name) has no value: \"\(sent)\" is sent."
        }
    }
}

extension Origin {
    /// The file in which a part from here is written.
    func file(of path: ItemPath) -> String {
        switch self {
        case .folder(let folder): folder.folderFile.text
        case .collection: ItemPath.root.folderFile.text
        case .auth(let origin): origin.file(of: path)
        default: path.text
        }
    }
}

/// A byte of a token (RFC 9110, section 5.6.2).
func isTokenByte(_ byte: UInt8) -> Bool {
    PercentCoding.isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
}
