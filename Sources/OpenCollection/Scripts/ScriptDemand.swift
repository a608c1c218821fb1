import Quoting
import Text

/// The abilities that scripts ask for, as far as their text says. What is not in it they do not get.
public struct ScriptDemand: Sendable, Hashable {
    /// Names of the secrets that they read, sorted.
    public private(set) var secrets: [String] = []
    /// Names of the variables of the process environment that they read, sorted.
    public private(set) var processVariables: [String] = []
    /// Whether they send requests of their own.
    public private(set) var sends = false
    /// Whether they read or set cookies of the environment.
    public private(set) var usesCookies = false
    /// The origins to which they may send requests, and whose cookies they may use, sorted: those that their text names, and those of the
    /// collection's own variables in it.
    public private(set) var origins: [String] = []
    /// The requests of the collection that they may run, sorted, as ``requestName(_:)`` has them.
    public private(set) var requests: [String] = []
    /// The limits that the collection asks for.
    public private(set) var limits = ScriptSettings()
    /// The text of the scripts and of the files that they require; empty if they only compute.
    public private(set) var code: [String] = []

    /// Whether they only read and set variables, look at the request and the response, and test.
    public var onlyComputes: Bool {
        secrets.isEmpty && processVariables.isEmpty && !sends && !usesCookies && requests.isEmpty
    }

    /// Returns the path of a request as scripts write it, without a suffix: "./auth/login.bru" is "auth/login".
    public static func requestName(_ path: String) -> String {
        let name = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return [".bru", ".yml"].reduce(name) { $0.droppingBytes(behind: $1) }
    }

    /// - Parameters:
    ///   - modules: The texts of the files of the collection that they require.
    ///   - scopes: The variables in sight.
    ///   - url: The URL of the request, as its file has it.
    ///   - limits: Those that the collection asks for.
    public init(
        _ plan: ScriptPlan, modules: [String], scopes: VariableScopes, url: String,
        limits: ScriptSettings = ScriptSettings()
    ) {
        self.limits = limits
        let code = plan.code + modules
        secrets = scopes.secretsForScripts.filter { name in code.contains { ScriptText($0).reads(variable: name) } }
            .sorted()
        processVariables = Set(code.flatMap { ScriptText($0).processVariables }).sorted()
        sends = code.contains { ScriptText($0).sends }
        usesCookies = code.contains { ScriptText($0).usesCookies }
        requests = Set(code.flatMap { ScriptText($0).requests }).sorted()
        if sends || usesCookies {
            let templates = [url] + code.flatMap { ScriptText($0).templates }
            let resolved = templates.map { scopes.resolve($0).text }
            origins = Set((resolved + code.flatMap { ScriptText($0).urls }).compactMap { ServerOrigin($0)?.text })
                .sorted()
        }
        if !onlyComputes { self.code = code }
    }

    /// "send requests to https://a.test, read the secret token"
    var text: String {
        guard !onlyComputes else { return "run scripts that only compute\(limits.text)" }
        let servers = origins.isEmpty ? "no server" : origins.joined(separator: " and ")
        let uses = [sends ? "send requests to" : nil, usesCookies ? "use cookies of" : nil].compactMap(\.self)
        let parts = [
            uses.isEmpty ? nil : "\(uses.joined(separator: " and ")) \(servers)",
            secrets.isEmpty
                ? nil : "read the secret\(secrets.count == 1 ? "" : "s") \(secrets.joined(separator: ", "))",
            processVariables.isEmpty
                ? nil : "read \(processVariables.map { "process.env.\($0)" }.joined(separator: ", "))",
            requests.isEmpty
                ? nil : "run the request\(requests.count == 1 ? "" : "s") \(requests.joined(separator: ", "))",
        ].compactMap { $0 }
        return "run scripts that \(parts.joined(separator: ", and "))\(limits.text)"
    }

    /// The parts that distinguish what is agreed to from all else: scripts that only compute are agreed to as a class, others by their text.
    public var words: [String] {
        let own =
            onlyComputes
            ? ["scripts"] : ["script"] + [secrets, processVariables, origins, code].flatMap { ["\($0.count)"] + $0 }
        return own + (requests.isEmpty ? [] : ["requests"] + requests) + [limits.text].filter { !$0.isEmpty }
    }
}

/// The text of a script, searched for words. That says what is asked about; what a script gets is decided by what was agreed to.
private struct ScriptText {
    private let bytes: [UInt8]
    private let text: String

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    var sends: Bool { ["sendRequest", "axios"].contains { text.containsBytes(of: $0) } }

    /// The requests that are run by a path that is written out.
    var requests: [String] {
        places(of: "runRequest(").compactMap { place in
            let rest = bytes[(place + "runRequest(".utf8.count)...].drop { " \t\r\n".utf8.contains($0) }
            guard let quote = rest.first, "\"'`".utf8.contains(quote) else { return nil }
            let path = String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
            return path.isEmpty || path.containsBytes(of: "${") ? nil : ScriptDemand.requestName(path)
        }
    }

    var usesCookies: Bool { ["bru.cookies", "pm.cookies"].contains { text.containsBytes(of: $0) } }

    /// Whether a variable is read by its name: as a quoted argument of what does not set it, as a placeholder, or as a member.
    func reads(variable name: String) -> Bool {
        guard text.containsBytes(of: name) else { return false }
        if text.containsBytes(of: "{{\(name)}}") { return true }
        for members in ["environment", "globals", "variables"] {
            for spelling in ["\(members).\(name)", "\(members)[\"\(name)\"]", "\(members)['\(name)']"]
            where text.containsBytes(of: spelling) {
                return true
            }
        }
        return ["\"", "'", "`"].contains { quote in
            places(of: "\(quote)\(name)\(quote)").contains { !isSet(at: $0) }
        }
    }

    /// Whether a place is the first argument of a function that sets, or takes away.
    private func isSet(at place: Int) -> Bool {
        var index = place - 1
        while index >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index -= 1 }
        guard index >= 0, bytes[index] == UInt8(ascii: "(") else { return false }
        var name: [UInt8] = []
        index -= 1
        while index >= 0, PercentCoding.isAlphanumeric(bytes[index]) {
            name.insert(bytes[index], at: 0)
            index -= 1
        }
        return ["set", "unset", "delete", "has", "clear"].contains { name.starts(with: $0.utf8) }
    }

    /// Names after `process.env.`, and quoted ones that are asked for.
    var processVariables: [String] {
        let members = places(of: "process.env.").map { name(at: $0 + "process.env.".utf8.count) }
        let quoted = ["getProcessEnv(", "process.env["].flatMap { word in
            places(of: word).map { place in
                let start = bytes[(place + word.utf8.count)...].firstIndex { !" \t\n\"'`".utf8.contains($0) }
                return start.map { name(at: $0) } ?? ""
            }
        }
        return (members + quoted).filter { !$0.isEmpty }
    }

    /// URLs that are written out.
    var urls: [String] {
        ["http://", "https://"].flatMap { scheme in
            places(of: scheme).map { place in
                String(decoding: bytes[place...].prefix { !" \t\r\n\"'`<>\\$".utf8.contains($0) }, as: UTF8.self)
            }
        }
    }

    /// Placeholders, with what comes after them up to the next slash.
    var templates: [String] {
        places(of: "{{").compactMap { place in
            guard let end = bytes[place...].firstRange(of: Array("}}".utf8))?.upperBound else { return nil }
            let rest = bytes[end...].prefix { !" /\t\r\n\"'`?#".utf8.contains($0) }
            let before = bytes[..<place].suffix { !" \t\r\n\"'`".utf8.contains($0) }
            return String(decoding: before + bytes[place..<end] + rest, as: UTF8.self)
        }
    }

    private func name(at place: Int) -> String {
        String(
            decoding: bytes[place...].prefix { PercentCoding.isAlphanumeric($0) || $0 == UInt8(ascii: "_") },
            as: UTF8.self)
    }

    private func places(of word: String) -> [Int] {
        let word = Array(word.utf8)
        var (places, start) = ([Int](), 0)
        while start < bytes.count, let range = bytes[start...].firstRange(of: word) {
            places.append(range.lowerBound)
            start = range.upperBound
        }
        return places
    }
}

extension ArraySlice<UInt8> {
    /// Returns the end of it, of bytes that all hold.
    fileprivate func suffix(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        var start = endIndex
        while start > startIndex, holds(self[start - 1]) { start -= 1 }
        return self[start...]
    }
}
