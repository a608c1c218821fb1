import OpenCollection
import Quoting

/// A command of curl as requests: one for each of its URLs.
struct CurlImport {
    private var definition = RequestDefinition.received
    private var policies = RequestPolicies()
    private var report = CurlReport()
    private var body: CurlBody
    private let files: CurlFiles
    private var method: String?
    private var credentialKind = "basic"
    private var user: String?
    private var signature: String?
    private var cookies: [String] = []
    /// Headers with an option of their own, of which the last one counts. One given with -H goes before it.
    private var fields: [Field] = []
    private var certificate = CurlCertificate()
    /// Whether brackets and braces of the URL are patterns.
    private var hasPatterns = true
    private var keepsDots = false
    /// Options that only concern what curl prints and how.
    private var idle: [String] = []

    /// Whether a text has the word curl where a command may begin.
    static func isCommand(_ text: String) -> Bool {
        text.split { $0.isWhitespace || "\"'`()=;|&".contains($0) }
            .contains { CurlCall.isCurl(String($0.hasSuffix("^") ? $0.dropLast() : $0)) }
    }

    /// The requests that a script makes; empty when it starts no curl.
    ///
    /// - Throws: when a quote is open at the end, or a command names no URL.
    static func requests(in text: String, files: CurlFiles) throws(SharingRefusal) -> [ReceivedRequest] {
        guard !isForWindows(text) else {
            throw SharingRefusal(
                "This command is quoted for the Windows command prompt: copy it for bash instead (\"Copy as cURL (bash)\")."
            )
        }
        var (calls, others) = CurlCall.all(in: try ShellScript(text))
        if calls.isEmpty { calls = CurlCall.all(in: try ShellScript(withoutRootPrompts(text))).calls }
        var requests: [ReceivedRequest] = []
        for call in calls {
            for arguments in CurlArguments.all(call.words) {
                requests += try CurlImport(arguments, call, files).requests(arguments.urls)
            }
        }
        guard requests.count <= CurlPattern.limit else { throw tooMany }
        if !others.isEmpty, !requests.isEmpty {
            requests[0].notes.append(
                "Only curl is imported; what is before or after it is left out: \(others.joined(separator: ", "))."
            )
        }
        return requests
    }

    private static let tooMany = SharingRefusal(
        "This makes more than \(CurlPattern.limit) requests: narrow the patterns of its URL.")

    /// "# curl" is a comment, unless there is nothing else.
    private static func withoutRootPrompts(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("# ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
    }

    /// Whether a command is for Windows: each line goes on with `^`, and quotes have one before them.
    private static func isForWindows(_ text: String) -> Bool {
        text.contains("^\"") || text.contains(" ^\n") || text.contains(" ^\r\n")
    }

    private init(_ arguments: CurlArguments, _ call: CurlCall, _ files: CurlFiles) {
        self.files = files
        body = CurlBody(input: call.input, files: files)
        definition.settings.followsRedirects = false
        report.losses = call.losses
        note(variables: call.variables)
        for option in arguments.options { take(option) }
        if !arguments.unknown.isEmpty {
            report.losses.append("Not known to curl 7.88, left out: \(arguments.unknown.joined(separator: " ")).")
        }
        for option in arguments.lackingValue {
            report.losses.append("\(option) is left out: its argument is missing, the command ends there.")
        }
        if !idle.isEmpty { report.notes.append("Not used here: \(idle.joined(separator: " ")).") }
    }

    private mutating func note(variables: [String]) {
        guard !variables.isEmpty else { return }
        var names: [String] = []
        for name in variables where !names.contains(name) { names.append(name) }
        let list = names.map { "$\($0)" }.joined(separator: ", ")
        report.notes.append("Read from the environment when the request is sent: \(list).")
    }

    // MARK: Options

    private mutating func take(_ option: CurlArguments.Option) {
        if takeRequest(option) || takeTransfer(option) || takeConnection(option) || certificate.take(option)
            || body.take(option)
        {
            return
        }
        if CurlOptions.idle.contains(option.name) {
            idle.append(option.written)
        } else {
            let advice = CurlOptions.advice[option.name] ?? "a request cannot keep it."
            report.losses.append("\(CurlOptions.words(for: option)) is left out: \(advice)")
        }
    }

    private mutating func takeRequest(_ option: CurlArguments.Option) -> Bool {
        let value = option.value ?? ""
        switch option.name {
        case "request": method = value
        case "head": method = method ?? "HEAD"
        case "header": takeHeader(value)
        case "user-agent": setField("User-Agent", value)
        case "referer": setField("Referer", value.replacing(";auto", with: ""))
        case "range": setField("Range", "bytes=\(value)")
        case "cookie": takeCookie(value)
        case "user": user = value
        case "basic", "digest", "ntlm", "negotiate", "anyauth": credentialKind = option.name
        case "oauth2-bearer": definition.auth = .bearer(token: value)
        case "aws-sigv4": signature = value
        default: return false
        }
        return true
    }

    private mutating func takeTransfer(_ option: CurlArguments.Option) -> Bool {
        let value = option.value ?? ""
        switch option.name {
        case "location": definition.settings.followsRedirects = true
        case "location-trusted":
            definition.settings.followsRedirects = true
            definition.settings.forwardsAuthorization = true
        case "max-redirs": return take(count: value) { $0.definition.settings.maximumRedirects = $1 }
        case "max-time": return takeTimeout(value)
        case "insecure": policies.verifiesTLS = false
        case "retry": return take(count: value) { $0.policies.retry = RetrySettings(count: $1) }
        case "globoff": hasPatterns = false
        case "path-as-is": keepsDots = true
        default: return CurlOptions.silent.contains(option.name)
        }
        return true
    }

    private mutating func takeConnection(_ option: CurlArguments.Option) -> Bool {
        let value = option.value ?? ""
        var connection = policies.connection ?? ConnectionSettings()
        switch option.name {
        case "cacert": connection.ca = value
        case "unix-socket" where value.hasPrefix("/"): connection.unixSocket = value
        case "http1.1": connection.http = .one
        case "http2-prior-knowledge": connection.http = .cleartext
        case "connect-timeout":
            guard let seconds = Double(value), (0...1_000_000).contains(seconds) else { return false }
            connection.connectTimeout = seconds
        case "resolve":
            guard let host = ResolvedHost(value) else { return false }
            connection.resolve = (connection.resolve ?? []) + [host]
        case "connect-to":
            // HOST1:PORT1:HOST2:PORT2: the first two say for which URL.
            let parts = value.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard connection.connectTo == nil, parts.count == 3, let place = NetworkPlace(String(parts[2])) else {
                return false
            }
            connection.connectTo = place
        default: return false
        }
        policies.connection = connection
        return true
    }

    private mutating func take(count value: String, _ take: (inout CurlImport, Int) -> Void) -> Bool {
        guard let count = Int(value), count >= 0 else { return false }
        take(&self, count)
        return true
    }

    private mutating func takeTimeout(_ value: String) -> Bool {
        guard let seconds = Double(value), (0...1_000_000).contains(seconds) else { return false }
        definition.settings.timeoutInMilliseconds = Int((seconds * 1000).rounded())
        return true
    }

    // MARK: Headers

    /// "Name: value", "Name;" for an empty value, "Name:" for none of curl's own.
    private mutating func takeHeader(_ text: String) {
        let scalars = text.unicodeScalars
        if scalars.first == "@" {
            return takeHeaders(inFile: String(scalars.dropFirst()))
        }
        if let colon = scalars.firstIndex(of: ":") {
            let value = String(scalars[colon...].dropFirst()).trimmedWhitespace
            let name = String(scalars[..<colon])
            value.isEmpty ? noteAbsence(of: name) : addHeader(name, value)
        } else if scalars.last == ";" {
            let name = String(scalars.dropLast())
            if RenderedHeader.isLeftOutWhenEmpty(name) {
                report.losses.append("curl would send an empty \(name), which is left out here.")
            }
            addHeader(name, "")
        } else {
            report.losses.append("The header \"\(text)\" has no value: left out.")
        }
    }

    /// Reads headers from a file, one on each line, except comments.
    private mutating func takeHeaders(inFile path: String) {
        guard let text = files.text(path) else {
            return report.losses.append("The headers in the file \(path) are left out: give each with -H.")
        }
        for line in text.split(whereSeparator: \.isNewline) where !"#@".utf8.contains(line.utf8.first ?? 0) {
            takeHeader(String(line))
        }
    }

    private mutating func noteAbsence(of name: String) {
        if RenderedHeader.isLeftOutWhenEmpty(name) { return addHeader(name, "") }
        guard ["host", "content-length"].contains(name.lowercased()) else { return }
        report.losses.append("curl would not send \(name), which cannot be left out here.")
    }

    private mutating func addHeader(_ name: String, _ value: String) {
        if name.lowercased() == "authorization", value.beginsWithBytes(of: "Bearer ") {
            definition.auth = .bearer(token: String(value.unicodeScalars.dropFirst(7)).trimmedWhitespace)
        } else {
            if definition.value(ofHeader: name) != nil {
                report.losses.append("The header \(name) is there twice: only the last one is sent.")
            }
            definition.headers.append(Field(name, value))
        }
    }

    private mutating func takeCookie(_ value: String) {
        guard value.utf8.contains(UInt8(ascii: "=")) || value.containsBytes(of: "{{") else {
            return report.losses.append("The cookies in the file \(value) are left out: give them with -b NAME=VALUE.")
        }
        cookies.append(value)
    }

    // MARK: The whole

    private func requests(_ urls: [String]) throws(SharingRefusal) -> [ReceivedRequest] {
        guard !urls.isEmpty else { throw SharingRefusal("This curl command names no URL.") }
        var requests: [ReceivedRequest] = []
        for (index, url) in urls.enumerated() {
            let uploads = index < body.uploads.count ? try texts(body.uploads[index]).map(Optional.some) : [nil]
            for upload in uploads {
                for url in try texts(url) { requests.append(received(url, uploading: upload)) }
            }
            guard requests.count <= CurlPattern.limit else { throw Self.tooMany }
        }
        return requests
    }

    private func texts(_ pattern: String) throws(SharingRefusal) -> [String] {
        guard hasPatterns else { return [Self.withoutPlaceholders(pattern)] }
        guard let texts = CurlPattern(pattern).texts else { throw Self.tooMany }
        return texts
    }

    /// A URL in which `{{...}}` is not a variable, except those of the shell. With patterns, curl refuses such a URL, so that a variable is meant.
    private static func withoutPlaceholders(_ url: String) -> String {
        Placeholder.all(in: url).filter { !$0.name.hasPrefix("process.env.") }.reduce(url) { url, hole in
            url.replacingBytes(of: "{{\(hole.name)}}", with: "%7B%7B\(hole.name)%7D%7D")
        }
    }

    private func received(_ url: String, uploading upload: String?) -> ReceivedRequest {
        var copy = self
        copy.finish(url, uploading: upload)
        return ReceivedRequest.made(
            .curl, copy.definition, policies: copy.policies, notes: copy.report.notes, losses: copy.report.losses)
    }

    private mutating func finish(_ url: String, uploading upload: String?) {
        let url = CurlURL(body.url(url))
        if keepsDots, url.hasDots {
            report.losses.append("--path-as-is is left out: the . and .. of a path are always worked out.")
        }
        definition = definition.settingURL(url.sent(uploading: upload))
        definition.method = method ?? body.method(uploading: upload)
        if !cookies.isEmpty { definition.addUnlessSet("Cookie", cookies.joined(separator: ";")) }
        addFields()
        body.put(into: &definition, uploading: upload, &report)
        takeUser()
        report.losses += certificate.losses(for: definition.url)
        keepPlaceholders()
        report.notes += [definition.noteOnFiles].compactMap { $0 }
    }

    private mutating func setField(_ name: String, _ value: String) {
        guard let index = fields.firstIndex(where: { $0.name == name }) else {
            return fields.append(Field(name, value))
        }
        fields[index].value = value
    }

    private mutating func addFields() {
        let missing = fields.filter { definition.value(ofHeader: $0.name) == nil }
        for field in missing where field.value.isEmpty { noteAbsence(of: field.name) }
        definition.headers.insert(contentsOf: missing.filter { !$0.value.isEmpty }, at: 0)
    }

    /// Keeps `{{...}}` as it is, as curl sends it: a request would take it for a variable. No URL holds it.
    private mutating func keepPlaceholders() {
        let texts = definition.headers.map(\.value) + definition.texts
        var names: [String] = []
        for name in texts.flatMap(Placeholder.all).map(\.name)
        where !name.hasPrefix("process.env.") && !names.contains(name) {
            names.append(name)
        }
        guard !names.isEmpty else { return }
        policies.literals = names.map { $0.trimmedWhitespace }
        let list = names.map { "{{\($0)}}" }.joined(separator: ", ")
        report.notes.append(
            "\(list): sent as text, as curl does, where no variable has the name; microscope.yaml lists it under literal."
        )
    }

    // MARK: Credentials

    private mutating func takeUser() {
        if let signature { return sign(signature) }
        // A header goes before it.
        guard let user, definition.auth == .none, definition.value(ofHeader: "authorization") == nil else { return }
        let parts = user.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let password = parts.count > 1 ? parts[1] : ""
        if parts.count == 1 { report.losses.append("-u has no password, for which curl asks: put it in.") }
        switch credentialKind {
        case "basic": definition.auth = .basic(username: parts[0], password: password)
        case "digest": definition.auth = .unsupported(.digest(username: parts[0], password: password))
        case "ntlm":
            let names = parts[0].unicodeScalars.split(separator: "\\", maxSplits: 1).map(String.init)
            let domain = names.count > 1 ? names[0] : ""
            definition.auth = .unsupported(
                .ntlm(username: names.last ?? "", password: password, domain: domain))
        default:
            report.losses.append("Credentials of type \(credentialKind) are left out: they cannot be sent.")
        }
    }

    /// `aws:amz:us-east-1:s3`; the secret key is never sent as a password.
    private mutating func sign(_ option: String) {
        let parts = option.split(at: ":")
        guard parts[0].lowercased() == "aws", let user else {
            let reason = user == nil ? "there are no keys, give them with -u." : "only AWS's signatures can be made."
            return report.losses.append("--aws-sigv4 \(option) is left out: \(reason)")
        }
        let keys = user.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let token = definition.value(ofHeader: "x-amz-security-token")
        definition.headers.removeAll { $0.name.lowercased() == "x-amz-security-token" }
        definition.auth = .unsupported(
            .aws(
                accessKeyID: keys[0], secretAccessKey: keys.count > 1 ? keys[1] : "", sessionToken: token ?? "",
                region: parts.count > 2 ? parts[2] : "", service: parts.count > 3 ? parts[3] : ""))
    }
}

extension RequestDefinition {
    /// The note on relative paths, which begin elsewhere than for curl; nil without one.
    fileprivate var noteOnFiles: String? {
        let parts = body.kind == .multipart ? body.parts.filter(\.isFile).flatMap(\.values) : []
        let paths = (body.kind == .file ? body.files.map(\.path) : parts).filter { $0.utf8.first != UInt8(ascii: "/") }
        guard !paths.isEmpty else { return nil }
        return "Read from the collection's directory when the request is sent: \(paths.joined(separator: ", "))."
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmedWhitespace: String { trimmingWhitespaceScalars() }
}
