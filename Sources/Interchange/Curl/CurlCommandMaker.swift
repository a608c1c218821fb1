import OpenCollection
import Quoting
import Text

/// Writes a rendered request as options of curl.
struct CurlCommandMaker {
    let rendered: RenderedRequest
    let definition: RequestDefinition
    /// The variables, with marks in place of values that are not written out.
    let scopes: VariableScopes
    var placeholders: ShellPlaceholders
    var notes: [String]
    private var groups: [[ShellText]] = []

    init(
        rendered: RenderedRequest, definition: RequestDefinition, scopes: VariableScopes,
        placeholders: ShellPlaceholders,
        notes: [String]
    ) {
        self.rendered = rendered
        self.definition = definition
        self.scopes = scopes
        self.placeholders = placeholders
        self.notes = notes
    }

    mutating func make() throws(SharingRefusal) -> CurlCommand {
        let body = rendered.method == "HEAD" ? leaveOutBody() : try self.body()
        let url = self.url()
        groups = [method(hasBody: !body.isEmpty) + url]
        addCredentials()
        addHeaders(isForm: definition.body.kind == .formURLEncoded, isMultipart: definition.body.kind == .multipart)
        groups += body
        addTransfer(hasBody: !body.isEmpty)
        guard groups.joined().allSatisfy(\.isSayable) else {
            throw SharingRefusal("The request holds a NUL byte, which no shell can hand to a program.")
        }
        return CurlCommand(groups: groups, comments: comments, url: url.last ?? ShellText(""))
    }

    private var comments: [String] {
        let variables = ShellPlaceholders.Meaning.allCases.compactMap { meaning -> String? in
            let names = placeholders.used.filter { $0.meaning == meaning }.map(\.name)
            guard !names.isEmpty else { return nil }
            return "Variables to set in the shell first: \(names.joined(separator: ", ")) - \(meaning.rawValue)"
        }
        return variables + notes
    }

    private func flag(_ text: String) -> ShellText { ShellText(text) }

    // MARK: Method and URL

    private func method(hasBody: Bool) -> [ShellText] {
        switch (rendered.method, hasBody) {
        case ("GET", false), ("POST", true): []
        case ("HEAD", false): [flag("--head")]
        default: [flag("-X"), ShellText(rendered.method)]
        }
    }

    /// Brackets and braces are patterns to curl unless an option says otherwise.
    private mutating func url() -> [ShellText] {
        let url = placeholders.shellText(rendered.url)
        if url.hasVariables {
            notes.append("The URL is sent as it is: percent-encode it where needed.")
        }
        let hasPattern = rendered.url.utf8.contains(where: "[]{}".utf8.contains)
        return (hasPattern || url.hasVariables ? [flag("--globoff")] : []) + [url]
    }

    // MARK: Headers

    private mutating func addCredentials() {
        switch rendered.credential {
        case .basic(let user, let password): addUser(user, password)
        case .digest(let digest): addUser(digest.username, digest.password, by: "--digest")
        case .ntlm(let ntlm):
            addUser(
                ntlm.domain.isEmpty ? ntlm.username : "\(ntlm.domain)\\\(ntlm.username)", ntlm.password,
                by: "--ntlm")
        case .aws(let aws): addSignature(aws)
        case .oauth2:
            notes.append(
                "The token of OAuth 2 is not in the command: get one, and give it in a header, Authorization.")
        case .bearer, .apiKey, .wsse, .oauth1, nil: break
        }
    }

    private mutating func addUser(_ user: String, _ password: String, by scheme: String? = nil) {
        if user.utf8.contains(UInt8(ascii: ":")) { notes.append("curl ends the name of the user at its first colon.") }
        let name = placeholders.shellText(user)
        if let scheme { groups.append([flag(scheme)]) }
        groups.append([flag("-u"), name + (":" + placeholders.shellText(password, named: "password"))])
    }

    /// The keys of a profile are read from its file for each send: the shell has its own names for them.
    private mutating func addSignature(_ aws: AWSCredentials) {
        let region = aws.region.isEmpty && !aws.service.isEmpty ? "us-east-1" : aws.region
        let scope = [region, aws.service].filter { !$0.isEmpty }.map { ":\($0)" }.joined()
        groups.append([flag("--aws-sigv4"), placeholders.shellText("aws:amz" + scope)])
        guard aws.profileName.isEmpty else {
            notes.append("The keys are those of the profile \(aws.profileName): set them in the shell first.")
            let keys = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].map { ShellText([.variable($0)]) }
            return groups.append([flag("-u"), keys[0] + (":" + keys[1])])
        }
        let secret = placeholders.shellText(aws.secretAccessKey, named: "AWS_SECRET_ACCESS_KEY")
        groups.append([flag("-u"), placeholders.shellText(aws.accessKeyID) + (":" + secret)])
        guard !aws.sessionToken.isEmpty else { return }
        let token = placeholders.shellText(aws.sessionToken, named: "AWS_SESSION_TOKEN")
        groups.append([flag("-H"), "X-Amz-Security-Token: " + token])
    }

    private mutating func addHeaders(isForm: Bool, isMultipart: Bool) {
        for header in rendered.headersToSend where isNeeded(header, isForm: isForm, isMultipart: isMultipart) {
            let name = placeholders.shellText(header.name)
            guard !header.value.isEmpty else {
                groups.append([flag("-H"), name + ShellText(";")])
                continue
            }
            groups.append([flag("-H"), name + (": " + placeholders.shellText(header.value, named: header.name))])
        }
        for header in rendered.headers where header.isLeftOut {
            groups.append([flag("-H"), placeholders.shellText(header.name) + ShellText(":")])
        }
    }

    /// Whether the header must be written because curl would not send it by itself.
    private func isNeeded(_ header: RenderedHeader, isForm: Bool, isMultipart: Bool) -> Bool {
        let name = header.name.lowercased()
        if name == "authorization", case .basic? = rendered.credential { return false }
        if name == "content-type" {
            if isMultipart { return !header.value.hasPrefix("multipart/form-data") }
            return !(isForm && header.value == "application/x-www-form-urlencoded")
        }
        return header.origin != .microscope
    }

    // MARK: Body

    private mutating func leaveOutBody() -> [[ShellText]] {
        if definition.body.kind != .none { notes.append(CurlCommand.noteOnBodyOfHEAD) }
        return []
    }

    private mutating func body() throws(SharingRefusal) -> [[ShellText]] {
        switch definition.body.kind {
        case .none: return []
        case .json, .text, .xml, .sparql, .graphQL:
            return [try data(String(decoding: rendered.body.bytes, as: UTF8.self))]
        case .formURLEncoded: return try form()
        case .multipart: return try parts()
        case .file: return file()
        case .unsupported:
            notes.append("The body is not written here: give it with --data-binary @FILE.")
            return []
        }
    }

    private mutating func file() -> [[ShellText]] {
        guard case .file(let path) = rendered.body else { return [] }
        noteFiles()
        return [[flag("--data-binary"), "@" + placeholders.shellText(CurlQuoting.path(path))]]
    }

    private mutating func noteFiles() {
        notes.append("Files are relative to the directory of the collection: run it there.")
    }

    private mutating func data(_ text: String) throws(SharingRefusal) -> [ShellText] {
        // Linux takes 128 KiB in one argument.
        guard text.utf8.count < 100_000 else {
            throw SharingRefusal("The body has \(text.utf8.count) bytes: more than a shell hands to a program.")
        }
        return [flag("--data-raw"), placeholders.shellText(text, ofBody: "")]
    }

    private mutating func form() throws(SharingRefusal) -> [[ShellText]] {
        let rows = definition.body.form.filter(\.isEnabled)
        // Without a name, curl leaves the sign out.
        guard !rows.isEmpty, rows.allSatisfy({ !$0.name.isEmpty }) else {
            return [try data(String(decoding: rendered.body.bytes, as: UTF8.self))]
        }
        return rows.map { row in
            let (name, text) = (PercentCoding.encodeForm(row.name) + "=", scopes.resolve(row.value).text)
            let value = placeholders.shellText(text, named: row.name)
            // curl encodes a few signs otherwise than a form is sent here.
            if !value.hasVariables, CurlSpelling.encodedByCurl(text) != PercentCoding.encodeForm(text) {
                return [flag("--data-raw"), ShellText(name + PercentCoding.encodeForm(text))]
            }
            return [flag("--data-urlencode"), ShellText(name) + value]
        }
    }

    private mutating func parts() throws(SharingRefusal) -> [[ShellText]] {
        var groups: [[ShellText]] = []
        for part in definition.body.parts where part.isEnabled {
            guard !part.name.isEmpty, !part.name.utf8.contains(UInt8(ascii: "=")) else {
                throw SharingRefusal("curl has no spelling for a part named \"\(part.name)\".")
            }
            for value in part.values { groups.append(try self.part(part, scopes.resolve(value).text)) }
        }
        if definition.body.parts.contains(where: { $0.isEnabled && $0.isFile }) { noteFiles() }
        return groups
    }

    /// Returns the option for a part. Text is given as text that curl does not read, or with its type in quotes; a path is in quotes.
    private mutating func part(_ part: MultipartPart, _ value: String) throws(SharingRefusal) -> [ShellText] {
        let name = ShellText("\(part.name)=")
        let type = try type(of: part)
        if part.isFile {
            let path = CurlQuoting.formWord(CurlQuoting.path(value.trimmedWhitespace))
            return [flag("-F"), name + ("@" + placeholders.shellText(path)) + type]
        }
        if type.pieces.isEmpty {
            return [flag("--form-string"), name + placeholders.shellText(value, named: part.name)]
        }
        return [flag("-F"), name + placeholders.shellText(CurlQuoting.formWord(value), named: part.name) + type]
    }

    private func type(of part: MultipartPart) throws(SharingRefusal) -> ShellText {
        guard let type = part.contentType, !type.trimmedWhitespace.isEmpty else { return ShellText("") }
        guard CurlQuoting.isFormType(type) else {
            throw SharingRefusal(
                "curl would read more than a content type in \"\(type)\" of the part \(part.name): only a charset may follow the type there."
            )
        }
        return ShellText(";type=\(type)")
    }

    // MARK: Transfer

    private mutating func addTransfer(hasBody: Bool) {
        if rendered.followsRedirects { addRedirects(hasBody: hasBody) }
        if let timeout = rendered.timeout {
            groups.append([flag("--max-time"), ShellText(CurlSpelling.seconds(timeout))])
        }
        if !rendered.verifiesTLS { groups.append([flag("-k")]) }
        addConnection(rendered.connection.settings)
        groups.append([flag("--compressed")])
    }

    private mutating func addConnection(_ settings: ConnectionSettings) {
        func add(_ name: String, _ value: String?) {
            if let value { groups.append([flag(name), ShellText(value)]) }
        }
        add("--cacert", settings.ca)
        add("--unix-socket", settings.unixSocket)
        switch settings.http {
        case .one: groups.append([flag("--http1.1")])
        case .two: groups.append([flag("--http2")])
        case .cleartext: groups.append([flag("--http2-prior-knowledge")])
        case nil: break
        }
        add("--connect-timeout", settings.connectTimeout.map { CurlSpelling.seconds(.seconds($0)) })
        for host in settings.resolve ?? [] { add("--resolve", host.description) }
        add("--connect-to", settings.connectTo.map { "::\($0)" })
    }

    private mutating func addRedirects(hasBody: Bool) {
        if let note = CurlCommand.noteOnRedirects(of: rendered.method, hasBody: hasBody) { return notes.append(note) }
        groups.append([flag("-L")])
        if rendered.maximumRedirects != 5 {
            groups.append([flag("--max-redirs"), ShellText(String(rendered.maximumRedirects))])
        }
    }
}
