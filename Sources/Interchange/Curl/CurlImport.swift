import OpenCollection
import Quoting

/// A command of curl as a request.
struct CurlImport {
    private(set) var received: ReceivedRequest
    private var definition = RequestDefinition.received
    private var policies = RequestPolicies()
    private var notes: [String] = []
    private var body = CurlBody()
    private var method: String?
    private var credentialKind = "basic"
    private var user: String?
    /// Options that only concern what curl prints and how.
    private var idle: [String] = []

    /// Whether a text begins like a command of curl.
    static func isCommand(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        guard let line = lines.first(where: { !$0.isEmpty && !$0.hasPrefix("#") }) else { return false }
        let words = line.split(whereSeparator: \.isWhitespace).drop { $0 == "$" || isAssignment($0) }
        return words.first.map { ["curl", "curl.exe", "curl^"].contains(String($0)) } ?? false
    }

    private static func isAssignment(_ word: Substring) -> Bool {
        guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return false }
        return word[..<sign].utf8.allSatisfy(ShellQuoting.isNameByte)
    }

    init(_ text: String) throws(SharingRefusal) {
        received = ReceivedRequest.made(.curl, RequestDefinition.received)
        guard !Self.isForWindows(text) else {
            throw SharingRefusal(
                "This command is quoted for the Windows command prompt: copy it for bash instead (\"Copy as cURL (bash)\")."
            )
        }
        definition.settings.followsRedirects = false
        let words = try ShellWords(text)
        let start = words.words.firstIndex { $0 == "curl" || $0 == "curl.exe" } ?? 0
        let arguments = CurlArguments(Array(words.words.dropFirst(start + 1)))
        noteShell(words)
        for option in arguments.options { take(option) }
        if !arguments.unknown.isEmpty {
            notes.append("Not known to curl 7.88, left out: \(arguments.unknown.joined(separator: " ")).")
        }
        for option in arguments.lackingValue {
            notes.append("\(option) is left out: its argument is missing, the command ends there.")
        }
        try finish(arguments.urls)
    }

    /// Each line goes on with `^`, and quotes have one before them.
    private static func isForWindows(_ text: String) -> Bool {
        text.contains("^\"") || text.contains(" ^\n") || text.contains(" ^\r\n")
    }

    private mutating func noteShell(_ words: ShellWords) {
        if !words.variables.isEmpty {
            notes.append("Variables of the shell became variables here: \(words.variables.joined(separator: ", ")).")
        }
        if words.holdsCommands { notes.append("A command within the command is not run: put its result in its place.") }
        if words.holdsMore { notes.append("Only the first command is taken; what follows it is left out.") }
    }

    // MARK: Options

    private mutating func take(_ option: CurlArguments.Option) {
        let value = option.value ?? ""
        switch option.name {
        case "request": method = value
        case "head": method = method ?? "HEAD"
        case "header": takeHeader(value)
        case "user-agent": setHeader("User-Agent", value)
        case "referer": setHeader("Referer", value.replacing(";auto", with: ""))
        case "cookie": takeCookie(value)
        case "user": user = value
        case "basic", "digest", "ntlm", "negotiate": credentialKind = option.name
        case "oauth2-bearer": definition.auth = .bearer(token: value)
        case "aws-sigv4", "anyauth":
            notes.append("\(option.written) is left out: choose the credentials of the request.")
        case "location": definition.settings.followsRedirects = true
        case "location-trusted":
            definition.settings.followsRedirects = true
            definition.settings.forwardsAuthorization = true
        case "max-redirs": definition.settings.maximumRedirects = Int(value)
        case "max-time": takeTimeout(value)
        case "insecure": policies.verifiesTLS = false
        case "retry": policies.retry = Int(value).map { RetrySettings(count: $0) }
        case "compressed", "globoff", "silent", "show-error", "path-as-is": break
        case "include", "verbose", "output", "remote-name", "write-out", "fail", "fail-with-body", "progress-bar",
            "no-buffer",
            "dump-header", "no-progress-meter", "remote-header-name", "cookie-jar":
            idle.append(option.written)
        default:
            if !body.take(option) {
                notes.append(
                    "\(([option.written] + [option.value].compactMap { $0 }).joined(separator: " ")) is left out.")
            }
        }
    }

    private mutating func takeTimeout(_ value: String) {
        guard let seconds = Double(value), (0...1_000_000).contains(seconds) else { return }
        definition.settings.timeoutInMilliseconds = Int((seconds * 1000).rounded())
    }

    /// "Name: value", "Name;" for an empty value, "Name:" for none of curl's own.
    private mutating func takeHeader(_ text: String) {
        let scalars = text.unicodeScalars
        if scalars.first == "@" {
            return notes.append("The headers in the file \(String(scalars.dropFirst())) are left out.")
        }
        if let colon = scalars.firstIndex(of: ":") {
            let value = String(scalars[colon...].dropFirst()).trimmingBlanks
            let name = String(scalars[..<colon])
            guard value.isEmpty else { return addHeader(name, value) }
            notes.append("curl would not send \(name): left out.")
        } else if scalars.last == ";" {
            addHeader(String(scalars.dropLast()), "")
        } else {
            notes.append("The header \"\(text)\" has no value: left out.")
        }
    }

    private mutating func addHeader(_ name: String, _ value: String) {
        if name.lowercased() == "authorization", value.beginsWithBytes(of: "Bearer ") {
            definition.auth = .bearer(token: String(value.unicodeScalars.dropFirst(7)).trimmingBlanks)
        } else {
            definition.headers.append(Field(name, value))
        }
    }

    private mutating func setHeader(_ name: String, _ value: String) {
        guard !definition.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
        definition.headers.append(Field(name, value))
    }

    private mutating func takeCookie(_ value: String) {
        guard value.contains("=") || value.contains("{{") else {
            return notes.append("The cookies in the file \(value) are left out.")
        }
        setHeader("Cookie", value)
    }

    // MARK: The whole

    private mutating func finish(_ urls: [String]) throws(SharingRefusal) {
        guard let url = urls.first else { throw SharingRefusal("This curl command names no URL.") }
        if urls.count > 1 { notes.append("Only the first of \(urls.count) URLs is taken.") }
        if !idle.isEmpty { notes.append("Of no use here: \(idle.joined(separator: " ")).") }
        definition = definition.settingURL(body.url(Self.withScheme(url)))
        definition.method = method ?? body.method
        body.put(into: &definition, &notes)
        takeUser()
        received = ReceivedRequest.made(.curl, definition, policies: policies, notes: notes)
    }

    /// What is not encoded is, as curl has it: it sends what stands there.
    private static func withScheme(_ url: String) -> String {
        let isWhole = url.contains("://") || url.hasPrefix("{{")
        return isWhole ? url : "http://" + url
    }

    private mutating func takeUser() {
        guard let user else { return }
        let parts = user.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let password = parts.count > 1 ? parts[1] : ""
        switch credentialKind {
        case "basic": definition.auth = .basic(username: parts[0], password: password)
        case "digest": definition.auth = .unsupported(.digest(username: parts[0], password: password))
        case "ntlm":
            let names = parts[0].unicodeScalars.split(separator: "\\", maxSplits: 1).map(String.init)
            let domain = names.count > 1 ? names[0] : ""
            definition.auth = .unsupported(
                .ntlm(username: names.last ?? "", password: password, domain: domain))
        default: notes.append("Credentials of the kind \(credentialKind) are left out: they cannot be sent.")
        }
    }
}

extension StringProtocol {
    /// Without blanks at both ends.
    var trimmingBlanks: String { trimmingBlankScalars() }
}
