import OpenCollection
import Quoting

/// Takes a rendered request apart for curl.
struct CurlCommandMaker {
    let rendered: RenderedRequest
    let definition: RequestDefinition
    /// With marks in the place of what is not written out.
    let scopes: VariableScopes
    var standIns: StandIns
    var notes: [String]
    private var groups: [[ShellText]] = []

    init(
        rendered: RenderedRequest, definition: RequestDefinition, scopes: VariableScopes, standIns: StandIns,
        notes: [String]
    ) {
        self.rendered = rendered
        self.definition = definition
        self.scopes = scopes
        self.standIns = standIns
        self.notes = notes
    }

    mutating func make() throws(SharingRefusal) -> CurlCommand {
        let body = rendered.method == "HEAD" ? leaveOutBody() : try self.body()
        let url = self.url()
        groups = [method(hasBody: !body.isEmpty) + url]
        addCredentials()
        addHeaders(isForm: definition.body.kind == .formURLEncoded, isMultipart: definition.body.kind == .multipart)
        groups += body
        addTransfer()
        guard groups.joined().allSatisfy(\.isSayable) else {
            throw SharingRefusal("The request holds a NUL byte, which no shell can hand to a program.")
        }
        return CurlCommand(groups: groups, comments: comments, url: url.last ?? ShellText(""))
    }

    private var comments: [String] {
        let variables = StandIns.Meaning.allCases.compactMap { meaning -> String? in
            let names = standIns.used.filter { $0.meaning == meaning }.map(\.name)
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

    /// Brackets and braces are patterns to curl unless it is told otherwise.
    private mutating func url() -> [ShellText] {
        let url = standIns.shellText(rendered.url)
        if url.hasVariables {
            notes.append("What stands in the URL is sent as it is: percent-encode it where it needs to be.")
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
        case .oauth2:
            notes.append(
                "The token of OAuth 2 is not in the command: get one, and give it in a header, Authorization.")
        case .bearer, .apiKey, .wsse, .aws, .oauth1, nil: break
        }
    }

    private mutating func addUser(_ user: String, _ password: String, by scheme: String? = nil) {
        if user.utf8.contains(UInt8(ascii: ":")) { notes.append("curl ends the name of the user at its first colon.") }
        let name = standIns.shellText(user)
        if let scheme { groups.append([flag(scheme)]) }
        groups.append([flag("-u"), name + (":" + standIns.shellText(password, named: "password"))])
    }

    private mutating func addHeaders(isForm: Bool, isMultipart: Bool) {
        for header in rendered.headersToSend where isNeeded(header, isForm: isForm, isMultipart: isMultipart) {
            let name = standIns.shellText(header.name)
            guard !header.value.isEmpty else {
                groups.append([flag("-H"), name + ShellText(";")])
                continue
            }
            groups.append([flag("-H"), name + (": " + standIns.shellText(header.value, named: header.name))])
        }
    }

    /// Not what curl says on its own.
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
        return [[flag("--data-binary"), "@" + standIns.shellText(CurlQuoting.path(path))]]
    }

    private mutating func noteFiles() {
        notes.append("Files are relative to the directory of the collection: run it there.")
    }

    private mutating func data(_ text: String) throws(SharingRefusal) -> [ShellText] {
        // Linux takes 128 KiB in one argument.
        guard text.utf8.count < 100_000 else {
            throw SharingRefusal("The body has \(text.utf8.count) bytes: more than a shell hands to a program.")
        }
        return [flag("--data-raw"), standIns.shellText(text)]
    }

    private mutating func form() throws(SharingRefusal) -> [[ShellText]] {
        let rows = definition.body.form.filter(\.isEnabled)
        // Without a name, curl leaves the sign out.
        guard !rows.isEmpty, rows.allSatisfy({ !$0.name.isEmpty }) else {
            return [try data(String(decoding: rendered.body.bytes, as: UTF8.self))]
        }
        return rows.map { row in
            let value = standIns.shellText(scopes.resolve(row.value).text, named: row.name)
            return [flag("--data-urlencode"), ShellText(FormText.encoded(row.name) + "=") + value]
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

    /// Text is given as text that curl does not read, or with its type in quotes; a path is in quotes.
    private mutating func part(_ part: MultipartPart, _ value: String) throws(SharingRefusal) -> [ShellText] {
        let name = ShellText("\(part.name)=")
        let type = try type(of: part)
        if part.isFile {
            let path = CurlQuoting.formWord(CurlQuoting.path(value.trimmingBlanks))
            return [flag("-F"), name + ("@" + standIns.shellText(path)) + type]
        }
        if type.pieces.isEmpty {
            return [flag("--form-string"), name + standIns.shellText(value, named: part.name)]
        }
        return [flag("-F"), name + standIns.shellText(CurlQuoting.formWord(value), named: part.name) + type]
    }

    private func type(of part: MultipartPart) throws(SharingRefusal) -> ShellText {
        guard let type = part.contentType, !type.trimmingBlanks.isEmpty else { return ShellText("") }
        guard CurlQuoting.isFormType(type) else {
            throw SharingRefusal(
                "curl would read more than a content type in \"\(type)\" of the part \(part.name): only a charset may follow the type there."
            )
        }
        return ShellText(";type=\(type)")
    }

    // MARK: Transfer

    private mutating func addTransfer() {
        if rendered.followsRedirects { addRedirects() }
        if let timeout = rendered.timeout {
            groups.append([flag("--max-time"), ShellText(FormText.seconds(timeout))])
        }
        if !rendered.verifiesTLS { groups.append([flag("-k")]) }
        groups.append([flag("--compressed")])
    }

    private mutating func addRedirects() {
        if let note = CurlCommand.noteOnRedirects(of: rendered.method) { return notes.append(note) }
        groups.append([flag("-L")])
        if rendered.maximumRedirects != 5 {
            groups.append([flag("--max-redirs"), ShellText(String(rendered.maximumRedirects))])
        }
    }
}

/// Spellings that curl wants.
enum FormText {
    /// A name for `--data-urlencode` (URL Standard, section 5.2).
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.map { byte in
            if ShellQuoting.isNameByte(byte) || "*-.".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            return byte == 0x20 ? "+" : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    /// A value with its placeholders left as they are.
    static func encodedTemplate(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var position = 0
        for hole in Placeholder.all(in: text) {
            result +=
                encoded(String(decoding: bytes[position..<hole.range.lowerBound], as: UTF8.self)) + "{{\(hole.name)}}"
            position = hole.range.upperBound
        }
        return result + encoded(String(decoding: bytes[position...], as: UTF8.self))
    }

    /// What a server reads; malformed escapes stay.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// "1.5"
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return "\(whole)" }
        var digits = String(1000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
