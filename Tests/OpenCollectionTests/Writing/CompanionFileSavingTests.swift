import Testing

@testable import OpenCollection

@Suite struct CompanionFileSavingTests {
    @Test("edits the policies of one request and nothing else", arguments: PolicyCase.all)
    func saves(row: PolicyCase) throws {
        let file = row.before.isEmpty ? CompanionFile() : try CompanionFile.read(text: row.before)
        var policies = file.requests["users/get.yml"] ?? RequestPolicies()
        row.change(&policies)
        let saved = try file.saving(policies, for: .request("users/get.yml"))
        expectSame(saved.text, row.after)
        #expect(saved == (try CompanionFile.read(text: saved.text)))
        #expect(saved.requests["users/get.yml"] ?? RequestPolicies() == policies)
        #expect(try saved.saving(policies, for: .request("users/get.yml")) == saved)
    }

    @Test("random policies read back as what was saved")
    func readsBack() throws {
        var numbers = SeededNumbers(seed: 3)
        var file = CompanionFile()
        for _ in 0..<300 {
            let path = ItemPath(numbers.pick(["a.yml", "b/c d.yml", "{x}: #.yml", "no.yml", "é.yml"]))
            let policies = numbers.policies()
            let others = file.requests.filter { $0.key != path }
            file = try file.saving(policies, for: .request(path))
            #expect(file.requests[path] ?? RequestPolicies() == policies)
            #expect(file.requests.filter { $0.key != path } == others)
        }
    }

    @Test("a value shared by an alias is refused in words")
    func shared() throws {
        let text = "requests:\n  a.yml: &p\n    retry: {count: 1}\n  b.yml: *p\n"
        let file = try CompanionFile.read(text: text)
        var policies = try #require(file.requests["b.yml"])
        policies.retry?.count = 2
        let problem = #expect(throws: FileProblem.self) { try file.saving(policies, for: .request("b.yml")) }
        #expect(
            problem?.line
                == "microscope.yaml: cannot save: requests.\"b.yml\": this is '*p': its content stands at the anchor '&p'"
        )
    }
}

extension SeededNumbers {
    fileprivate mutating func policies() -> RequestPolicies {
        var policies = RequestPolicies()
        policies.verifiesTLS = pick([nil, nil, true, false])
        policies.login = pick([nil, nil, .off, .request("auth/log in.yml"), .request("#1: {x}.yml")])
        guard chance(60) else { return policies }
        var retry = RetrySettings(count: below(5))
        retry.backoff = pick([nil, "exponential", "constant"])
        retry.base = pick([nil, 0.2, 5, 1e-7])
        retry.cap = pick([nil, 10])
        retry.budget = pick([nil, 30.5])
        retry.retryAfterCap = pick([nil, 0])
        retry.jitter = pick([nil, "full", "none"])
        retry.methods = pick([nil, [], ["POST"], ["PUT", "POST"], ["GET", "POST", "PUT"]])
        retry.statuses = pick([nil, [], [503], [429, 503]])
        policies.retry = retry
        return policies
    }
}

/// A companion file, a change of the policies of `users/get.yml`, and the file after it.
struct PolicyCase: Sendable, CustomTestStringConvertible {
    let id: String
    let before: String
    let after: String
    let change: @Sendable (inout RequestPolicies) -> Void

    init(
        _ id: String, _ before: String, _ after: String, _ change: @escaping @Sendable (inout RequestPolicies) -> Void
    ) {
        self.id = id
        self.before = before
        self.after = after
        self.change = change
    }

    var testDescription: String { id }

    private static let rest = "# Ours.\nversion: 1\n\nenvironments:\n  prod: {protected: true} # careful\n"
    private static let other = "  other.yml:\n    tls: {verify: false}\n"
    private static let get =
        "  users/get.yml:\n    # why\n    retry:\n      count: 2 # enough\n      methods: [POST, PUT]\n"

    static let all = [
        PolicyCase("new-file", "", "version: 1\n\nrequests:\n  users/get.yml:\n    retry:\n      count: 3\n") {
            $0.retry = RetrySettings(count: 3)
        },
        PolicyCase("new-file-tls", "", "version: 1\n\nrequests:\n  users/get.yml:\n    tls:\n      verify: false\n") {
            $0.verifiesTLS = false
        },
        PolicyCase(
            "login", "requests:\n" + get + other,
            "requests:\n" + get + "    login: auth/login.yml\n" + other
        ) { $0.login = .request("auth/login.yml") },
        PolicyCase(
            "login-changed", "requests:\n  users/get.yml:\n    login: a.yml # why\n",
            "requests:\n  users/get.yml:\n    login: none # why\n"
        ) { $0.login = .off },
        PolicyCase("login-removed", rest + "\nrequests:\n  users/get.yml:\n    login: none\n", rest) { $0.login = nil },
        PolicyCase("no-requests-yet", rest, rest + "\nrequests:\n  users/get.yml:\n    tls:\n      verify: true\n") {
            $0.verifiesTLS = true
        },
        PolicyCase(
            "another-request", rest + "\nrequests:\n" + other,
            rest + "\nrequests:\n" + other + "  users/get.yml:\n    retry:\n      count: 0\n"
        ) { $0.retry = RetrySettings(count: 0) },
        PolicyCase(
            "count", rest + "\nrequests:\n" + get + other,
            rest + "\nrequests:\n" + get.replacing("2 #", with: "4 #") + other
        ) {
            $0.retry?.count = 4
        },
        PolicyCase(
            "member-in-its-place", "requests:\n" + get,
            "requests:\n" + get.replacing("enough\n", with: "enough\n      base: 0.5\n")
        ) { $0.retry?.base = 0.5 },
        PolicyCase(
            "method", "requests:\n" + get, "requests:\n" + get.replacing("[POST, PUT]", with: "[POST, PUT, GET]")
        ) {
            $0.retry?.methods?.append("GET")
        },
        PolicyCase(
            "methods-unsaid", "requests:\n" + get,
            "requests:\n" + get.replacing("      methods: [POST, PUT]\n", with: "")
        ) {
            $0.retry?.methods = nil
        },
        PolicyCase("tls-beside-retry", "requests:\n" + get, "requests:\n" + get + "    tls:\n      verify: false\n") {
            $0.verifiesTLS = false
        },
        PolicyCase("removed", rest + "\nrequests:\n" + get + other, rest + "\nrequests:\n" + other) { $0.retry = nil },
        PolicyCase("last-removed", rest + "\nrequests:\n" + get, rest) { $0.retry = nil },
        PolicyCase(
            "unknown-stays", "requests:\n  users/get.yml: {retry: {count: 1}, note: x}\n",
            "requests:\n  users/get.yml: {note: x}\n"
        ) {
            $0.retry = nil
        },
        PolicyCase("nothing-changed", rest + "\nrequests:\n" + get, rest + "\nrequests:\n" + get) { _ in },
    ]
}
