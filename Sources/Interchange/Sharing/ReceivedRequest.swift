public import OpenCollection
import Quoting

/// A request that was shared as text: YAML of a request file, a command of curl, an HTTP request as it is sent, or a URL.
public struct ReceivedRequest: Sendable, Hashable {
    /// The form that the text was recognised as.
    public enum Form: String, Sendable, Hashable {
        case yaml = "YAML"
        case curl = "curl"
        case http = "HTTP request"
        case url = "URL"
        case exchange = "Exchange"
    }

    public var form: Form
    /// The file that it makes, with its text and definition.
    public var file: RequestFile
    /// The policies, which belong in `microscope.yaml`.
    public var policies = RequestPolicies()
    /// Remarks on how the text was read, one line each.
    public var notes: [String] = []
    /// Parts of the text that the request lacks, one line each.
    public var losses: [String] = []

    public init(
        form: Form, file: RequestFile, policies: RequestPolicies = RequestPolicies(), notes: [String] = [],
        losses: [String] = []
    ) {
        self.form = form
        self.file = file
        self.policies = policies
        self.notes = notes
        self.losses = losses
    }

    /// Returns the policies for a collection: a name that it has as a variable is not a literal there.
    public func policies(in collection: Collection) -> RequestPolicies {
        guard !policies.literals.isEmpty else { return policies }
        var policies = policies
        let folders = collection.allItems.map { item -> [Variable] in
            if case .folder(let folder, _) = item.kind { folder.variables } else { [] }
        }
        let lists = [collection.root.variables] + collection.environments.map(\.variables) + folders
        let known = Set(lists.joined().map(\.name))
        policies.literals.removeAll(where: known.contains)
        return policies
    }

    /// The host of its URL; a word for several requests if it has none.
    public var hostName: String { RequestName.host(of: file.definition) }

    /// The first request of a text; a loss says that there are more.
    ///
    /// - Throws: when the text has none of the forms, or has a fault.
    public static func read(_ text: String) throws(SharingRefusal) -> ReceivedRequest {
        let requests = try all(in: text)
        var first = requests[0]
        if requests.count > 1 { first.losses.append("Only the first of \(requests.count) requests is imported.") }
        return first
    }

    /// The requests of a text, at least one: commands of curl can make several.
    ///
    /// - Parameter files: The files that a curl command puts into a request. Default: none is read.
    /// - Throws: when the text has none of the forms, or has a fault.
    public static func all(in text: String, files: CurlFiles = .none) throws(SharingRefusal) -> [ReceivedRequest] {
        try requests(in: withoutFence(text), files).map { received in
            var received = received
            received.notes += [received.noteOnSecret].compactMap { $0 }
            return received
        }
    }

    private static func requests(in text: String, _ files: CurlFiles) throws(SharingRefusal) -> [ReceivedRequest] {
        if let url = url(in: text) { return [made(.url, url)] }
        let raw = RawRequest.requests(in: text)
        if !raw.isEmpty { return raw }
        if !looksLikeYAML(text), CurlImport.isCommand(text) {
            let requests = try CurlImport.requests(in: text, files: files)
            if !requests.isEmpty { return requests }
        }
        return [try file(in: text)]
    }

    /// The note on a literal secret in it; nil without one.
    private var noteOnSecret: String? {
        guard let found = FileFacts(text: file.text).secrets.first else { return nil }
        return "The request holds a secret as it is (\(found.text)): put it into a variable before you share the file."
    }

    private static func file(in text: String) throws(SharingRefusal) -> ReceivedRequest {
        if let scheme = text.prefixMatch(of: /\s*(https?:)\/(?!\/)\S+\s*$/)?.1 {
            throw SharingRefusal("A URL does not begin with \"\(scheme)/\": probably \"\(scheme)//\" was meant.")
        }
        if text.utf8.contains(where: "\n:".utf8.contains), let file = try yaml(in: text) {
            return ReceivedRequest(form: .yaml, file: file, notes: file.notes.map(\.message))
        }
        throw .noRequest
    }

    /// A GET of a URL to which the response to another request led: what identifies and authorises that one, and nothing of its body.
    ///
    /// - Parameter url: a template.
    public init(following url: String, like request: RequestDefinition) {
        var definition = RequestDefinition.fresh(named: "")
        definition.name = nil
        definition.headers = request.headers.filter { !$0.name.lowercased().hasPrefix("content-") }
        definition.auth = request.auth
        definition.settings = request.settings
        self = Self.made(.url, definition.settingURL(url))
    }

    static func made(
        _ form: Form, _ definition: RequestDefinition, policies: RequestPolicies = RequestPolicies(),
        notes: [String] = [], losses: [String] = []
    ) -> ReceivedRequest {
        var named = definition
        named.name = named.name ?? RequestName.of(definition)
        let file = RequestFile(text: RequestFile.newText(for: named), definition: named)
        return ReceivedRequest(form: form, file: file, policies: policies, notes: notes, losses: losses)
    }

    /// The same request, called otherwise.
    func named(_ name: String) -> ReceivedRequest {
        var definition = file.definition
        definition.name = name
        return Self.made(form, definition, policies: policies, notes: notes, losses: losses)
    }

    // MARK: Forms

    /// A block of Markdown holds what is between its fences.
    private static func withoutFence(_ text: String) -> String {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }[...]
        while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        guard lines.count > 2, lines.first?.beginsWithBytes(of: "```") == true,
            lines.last?.beginsWithBytes(of: "```") == true
        else {
            return text
        }
        return lines.dropFirst().dropLast().joined(separator: "\n") + "\n"
    }

    /// Reads one word that begins like a URL, or with the variable that holds one; a method may come first.
    private static func url(in text: String) -> RequestDefinition? {
        let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
        let line = words.count == 2 ? RequestLine(words.joined(separator: " ")) : nil
        guard let url = words.last, words.count == (line == nil ? 1 : 2), beginsLikeURL(url) else { return nil }
        var definition = RequestDefinition.received
        definition.method = line?.method ?? "GET"
        return definition.settingURL(url)
    }

    static func beginsLikeURL(_ text: String) -> Bool {
        let lower = text.lowercased()
        if lower.beginsWithBytes(of: "http://") || lower.beginsWithBytes(of: "https://") { return true }
        guard let first = Placeholder.all(in: text).first else { return false }
        let rest = text.utf8.dropFirst(first.range.upperBound)
        return first.range.lowerBound == 0
            && (rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?"))
    }

    private static func looksLikeYAML(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains {
            $0.beginsWithBytes(of: "info:") || $0.beginsWithBytes(of: "http:") && !$0.beginsWithBytes(of: "http://")
        }
    }

    /// Reads a request file; nil if the text is not even a mapping with what a request file has.
    private static func yaml(in text: String) throws(SharingRefusal) -> RequestFile? {
        let item = CollectionItem.read(text: text.utf8.last == 0x0A ? text : text + "\n", path: "pasted.yml")
        switch item.kind {
        case .request(let file):
            if let reason = file.readOnlyReason { throw SharingRefusal("This YAML cannot be edited: \(reason)") }
            return file
        case .unsupported(let item): throw SharingRefusal("Items of type \(item.kind) cannot be pasted yet.")
        case .broken(let problem):
            guard looksLikeYAML(text) else { return nil }
            throw SharingRefusal("This YAML is not a request: \(problem.message)")
        case .folder, .unopened: return nil
        }
    }
}

extension RequestDefinition {
    /// A request from elsewhere, before it is filled: settings written whole, its URL taken as encoded already, nothing inherited.
    static var received: RequestDefinition {
        var definition = RequestDefinition.fresh(named: "")
        definition.name = nil
        definition.auth = .none
        definition.settings.encodesURL = false
        return definition
    }
}

/// The name of a request that came without one.
enum RequestName {
    /// "api.example.com": without user and port.
    static func host(of definition: RequestDefinition) -> String {
        let url = definition.url.unicodeScalars
        let start = url.firstRange(of: "://".unicodeScalars)?.upperBound ?? url.startIndex
        let authority = url[start...].prefix { !"/?#".unicodeScalars.contains($0) }
        let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? authority[..<start]
        let name = String(String.UnicodeScalarView(host.filter { $0 != "{" && $0 != "}" }))
        return name.isEmpty ? "requests" : name
    }

    /// "users 7": the end of the path, else the host. The method precedes every name already, in the tree and on tabs.
    static func of(_ definition: RequestDefinition) -> String {
        let url = definition.url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        let parts = url.split(separator: "/").map { part in
            String(String.UnicodeScalarView(part.filter { !"{}:".unicodeScalars.contains($0) }))
        }.filter { !$0.isEmpty }
        let path = parts.drop { $0 == "http" || $0 == "https" }
        let words = path.count > 1 ? path.dropFirst().suffix(2) : path
        let host = words.map { $0.split(at: "@").last ?? "" }
        let name = host.joined(separator: " ").prefix(60).description
        return name.isEmpty ? definition.method.uppercased() : name
    }
}
