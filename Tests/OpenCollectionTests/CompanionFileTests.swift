import Foundation
import Testing

@testable import OpenCollection

private func page(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Documentation/\(name)"), encoding: .utf8)
}

extension ObjectRule {
    /// The names of its keys, and of those below them.
    fileprivate var allKeys: Set<String> {
        Set(keys.map(\.name)).union(keys.flatMap { $0.rule.allKeys })
    }
}

extension SchemaRule {
    fileprivate var allKeys: [String] {
        switch self {
        case .map(let rule), .list(let rule): rule.allKeys
        case .either(let rules): rules.flatMap(\.allKeys)
        default: objects.flatMap(\.allKeys)
        }
    }
}

@Suite struct CompanionFileTests {
    @Test(
        "protecting an environment changes its own line, makes the file if need be, and takes out what says nothing any more"
    )
    func protection() throws {
        let made = try CompanionFile().saving(isProtected: true, ofEnvironment: "prod")
        #expect(made.text == "version: 1\n\nenvironments:\n  prod:\n    protected: true\n")
        #expect(made.environments["prod"]?.isProtected == true)
        #expect(try made.saving(isProtected: true, ofEnvironment: "prod").text == made.text)
        #expect(made.protects("prod", from: "post") && !made.protects("prod", from: "GET"))
        #expect(!made.protects("dev", from: "POST"))
        let text = "version: 1 # ours\nenvironments:\n  prod: {history: false}\nnotSecret: [a]\n"
        let protected = try CompanionFile.read(text: text).saving(isProtected: true, ofEnvironment: "prod")
        #expect(protected.text.contains("version: 1 # ours\n") && protected.environments["prod"]?.isProtected == true)
        #expect(protected.environments["prod"]?.keepsHistory == false)
        #expect(try protected.saving(isProtected: false, ofEnvironment: "prod").text == text)
    }

    @Test(
        "whether a request, a folder or an environment is kept in the history is said in its own line, and taken out again"
    )
    func history() throws {
        var policies = RequestPolicies()
        policies.keepsHistory = false
        let made = try CompanionFile().saving(policies, for: .request("pay.yml"))
        #expect(made.text == "version: 1\n\nrequests:\n  pay.yml:\n    history: false\n")
        #expect(try made.saving(RequestPolicies(), for: .request("pay.yml")).requests.isEmpty)
        let text = "version: 1 # ours\nfolders:\n  admin: {tls: {verify: false}}\n"
        var admin = try CompanionFile.read(text: text)[.folder("admin")]
        admin.keepsHistory = true
        let saved = try CompanionFile.read(text: text).saving(admin, for: .folder("admin"))
        #expect(saved.text.contains("version: 1 # ours\n") && saved[.folder("admin")] == admin)
        let prod = try saved.saving(keepsHistory: false, ofEnvironment: "prod")
        #expect(prod.environments["prod"]?.keepsHistory == false && prod[.folder("admin")] == admin)
        #expect(try prod.saving(keepsHistory: true, ofEnvironment: "prod").text == saved.text)
        #expect(try CompanionFile().saving(keepsHistory: true, ofEnvironment: "prod").text.isEmpty)
    }

    @Test("the example of the manual page is read, every key of it")
    func manualPage() throws {
        let blocks = try page("microscope-yaml.md").components(separatedBy: "```")
        let example = try #require(blocks.first { $0.hasPrefix("yaml\n") }).dropFirst("yaml\n".count)
        let file = try CompanionFile.read(text: String(example))
        var retry = RetrySettings(count: 4)
        retry.backoff = "exponential"
        retry.base = 0.2
        retry.cap = 10
        retry.budget = 60
        retry.retryAfterCap = 30
        retry.jitter = "full"
        retry.methods = ["GET", "PUT"]
        retry.statuses = [429, 502, 503, 504]
        #expect(file.collection.retry == RetrySettings(count: 2))
        #expect(file.collection.verifiesTLS == true)
        #expect(file.folders["admin"]?.retry == RetrySettings(count: 0))
        #expect(file.requests["reports/build.yml"]?.retry == retry)
        #expect(file.requests["reports/build.yml"]?.verifiesTLS == false)
        #expect(file.requests["reports/build.yml"]?.login == .request("auth/login.yml"))
        var poll = PollSettings()
        (poll.until, poll.every, poll.maxTime) = ("passes", 2, 120)
        #expect(file.requests["reports/build.yml"]?.poll == poll)
        #expect(file.filters == ["reports/build.yml": ".jobs[].state"])
        #expect(file.environments["prod"]?.isProtected == true)
        #expect(file.environments["prod"]?.keepsHistory == false)
        #expect(file.publicNames == ["demoPassword"])
        #expect(file.scripts.timeout == 30 && file.scripts.memory == 512)
        #expect(file.secretSources["API_TOKEN"] == .command(["pass", "show", "api/token"]))
        #expect(
            file.secretSources["DB_PASSWORD"]
                == .keyring([KeyringAttribute("service", "my-api"), KeyringAttribute("account", "db")]))
    }

    @Test("the manual page describes every key")
    func manualKeys() throws {
        let manual = try page("microscope-yaml.md")
        // A description can have a type; pages write texts.
        let keys = Schema.companion.allKeys.subtracting(["type", "content"])
        #expect(keys.count > 40)
        for key in keys { #expect(manual.contains("`\(key)`") || manual.contains("## \(key)"), "\(key)") }
    }

    @Test(
        "refuses what it does not understand, with place",
        arguments: [
            ("version", "version: 2\n", "microscope.yaml:1:10: version is 2; this Microscope reads version 1"),
            (
                "jitter", "version: 1\ncollection: {retry: {count: 1, jitter: some}}\n",
                "microscope.yaml:2:40: collection.retry.jitter is \"some\"; full or none was expected"
            ),
            (
                "scripts", "scripts: {memory: 5000}\n",
                "microscope.yaml:1:19: scripts.memory is not between 16 and 4096"
            ),
            (
                "negative", "collection: {retry: {cap: -1}}\n",
                "microscope.yaml:1:27: collection.retry.cap is not between 0 and 1,000,000"
            ),
            (
                "fraction", "collection: {retry: {count: 1.5}}\n",
                "microscope.yaml:1:29: collection.retry.count is not a whole number"
            ),
            (
                "poll", "requests: {a.yml: {poll: {until: changes}}}\n",
                "microscope.yaml:1:34: requests.a.yml.poll.until is \"changes\"; a status (200, 5xx, -503), passes or fails was expected"
            ),
            (
                "status", "requests: {a.yml: {retry: {statuses: [1]}}}\n",
                "microscope.yaml:1:38: requests.a.yml.retry.statuses has an invalid status: 100 to 599 was expected"
            ),
            (
                "login", "folders: {a: {login: ''}}\n",
                "microscope.yaml:1:22: folders.a.login is empty; the path of a request or none was expected"
            ),
            ("list", "folders: []\n", "microscope.yaml:1:10: folders is a list; a mapping was expected"),
        ])
    func refused(id: String, text: String, message: String) {
        let problem = #expect(throws: FileProblem.self) { try CompanionFile.read(text: text) }
        #expect(problem?.line == message)
    }

    @Test("the nearest place that names a login counts; none ends the search, and no request logs in with itself")
    func logins() throws {
        let text = """
            collection: {login: auth/login.yml}
            folders: {open: {login: none}, "open/inner": {login: other.yml}}
            requests: {open/own.yml: {login: own.yml}}

            """
        let collection = Collection(name: "C", companion: try CompanionFile.read(text: text))
        let found: [ItemPath: ItemPath?] = [
            "a.yml": "auth/login.yml", "open/b.yml": nil, "open/inner/c.yml": "other.yml", "open/own.yml": "own.yml",
            "auth/login.yml": nil,
        ]
        for (path, login) in found { #expect(collection.login(for: path) == login, "\(path)") }
        #expect(collection.effectivePolicies(at: "open/b.yml").login == Sourced(.off, .folder("open")))
    }

    @Test("an empty file says nothing")
    func empty() throws {
        #expect(try CompanionFile.read(text: "").requests.isEmpty)
    }
}
