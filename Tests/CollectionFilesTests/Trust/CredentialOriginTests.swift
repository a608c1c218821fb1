import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("Where secrets go")
struct CredentialOriginTests {
    private static let stored = ValueSource.entered("TOKEN", environment: "prod")

    private func use(
        _ origin: String, _ source: ValueSource = stored, proxy: String? = nil, verifiesTLS: Bool = true
    ) -> OutsideUse {
        var credential = PresentedCredential("TOKEN", of: source, to: origin)
        (credential.proxy, credential.verifiesTLS) = (proxy, verifiesTLS)
        return OutsideUse(.present(credential), for: source.text)
    }

    private func gate(_ directory: TemporaryDirectory, isOpen: Bool = false) -> TrustGate {
        let home = ["MICROSCOPE_HOME": directory.url.path + "/home"]
        return TrustGate(root: directory.url, directories: MicroscopeDirectories(environment: home), isOpen: isOpen)
    }

    @Test("the first origin is remembered in silence, another one is asked about")
    func another() throws {
        let directory = try TemporaryDirectory()
        #expect(try gate(directory).unagreed([use("https://api")]).isEmpty)
        try gate(directory).noteFirstOrigins([use("https://api")])
        #expect(try gate(directory).unagreed([use("https://api")]).isEmpty)
        let asked = try gate(directory).unagreed([use("https://other")])
        #expect(asked.map(\.text) == ["send TOKEN to https://other, where it has not been before (kept for prod)"])
        try gate(directory).agree(to: asked)
        #expect(try gate(directory).unagreed([use("https://other"), use("https://api")]).isEmpty)
        #expect(try gate(directory).unagreed([use("https://third")]).count == 1)
    }

    @Test("a send that was never agreed to is not remembered as the second origin")
    func noted() throws {
        let directory = try TemporaryDirectory()
        try gate(directory).noteFirstOrigins([use("https://api")])
        try gate(directory).noteFirstOrigins([use("https://other")])
        #expect(try gate(directory).unagreed([use("https://other")]).count == 1)
    }

    @Test("of two origins in one send only the first is the first")
    func two() throws {
        let directory = try TemporaryDirectory()
        let both = [use("https://api"), use("https://other")]
        #expect(try gate(directory).unagreed(both).compactMap(\.credential).map(\.origin) == ["https://other"])
        try gate(directory).noteFirstOrigins(both)
        #expect(try gate(directory).unagreed([use("https://other")]).count == 1)
    }

    @Test(
        "what comes from outside asks for its first origin too, and so does what was captured",
        arguments: [
            ValueSource.process("TOKEN"), .pair("TOKEN", environment: "prod"), .fetched(.command(["pass", "x"])),
            .fetched(.keyring([KeyringAttribute("a", "b")])), .profile("work"),
            .captured("TOKEN", by: "login.yml", from: nil),
        ])
    func outside(source: ValueSource) throws {
        let directory = try TemporaryDirectory()
        let asked = try gate(directory).unagreed([use("https://api", source)])
        #expect(asked.map(\.text) == ["send TOKEN to https://api (\(source.text))"])
        try gate(directory).noteFirstOrigins([use("https://api", source)])
        #expect(try gate(directory).unagreed([use("https://api", source)]).count == 1)
        try gate(directory).agree(to: asked)
        #expect(try gate(directory).unagreed([use("https://api", source)]).isEmpty)
    }

    @Test("a proxy of the collection, and certificates that are not checked, ask whatever was agreed to before")
    func way() throws {
        let directory = try TemporaryDirectory()
        let (proxied, unchecked) = (use("https://api", proxy: "http://p:1"), use("https://api", verifiesTLS: false))
        #expect(try gate(directory).unagreed([proxied]).count == 1)
        try gate(directory).noteFirstOrigins([use("https://api")])
        #expect(
            try gate(directory).unagreed([proxied, unchecked]).map(\.text) == [
                "send TOKEN to https://api through the collection's proxy http://p:1, where it has not been before (kept for prod)",
                "send TOKEN to https://api, without checking its certificate, where it has not been before (kept for prod)",
            ])
        try gate(directory).agree(to: [proxied])
        #expect(try gate(directory).unagreed([proxied, use("https://api")]).isEmpty)
        #expect(try gate(directory).unagreed([use("https://api", proxy: "http://p:2"), unchecked]).count == 2)
    }

    @Test("no two sources are taken for one, whatever their names hold")
    func apart() throws {
        let directory = try TemporaryDirectory()
        let sources: [ValueSource] = [
            .entered("a", environment: nil), .entered("a", environment: ""), .entered("a", environment: "b"),
            .entered("ab", environment: nil), .token("a", endpoint: "b", client: ""),
            .token("a", endpoint: "", client: "b"), .written("a", in: "b", environment: nil),
        ]
        try gate(directory).noteFirstOrigins(sources.map { use("https://api", $0) })
        #expect(try gate(directory).unagreed(sources.map { use("https://api", $0) }).isEmpty)
        #expect(Set(sources.map(\.words)).count == sources.count)
        #expect(try gate(directory).unagreed([use("https://x", .process("a"))]).count == 1)
        try gate(directory).forget()
        #expect(try gate(directory).unagreed([use("https://x")]).isEmpty)
    }

    @Test("what goes along with a redirect was agreed to for that very place")
    func forwarded() throws {
        let directory = try TemporaryDirectory()
        let credential = try #require(use("https://cdn").credential)
        #expect(try !gate(directory).haveBeen([credential]))
        try gate(directory).agree(to: [use("https://cdn")])
        #expect(try gate(directory).haveBeen([credential]))
        #expect(try !gate(directory, isOpen: true).haveBeen([try #require(use("https://x").credential)]))
    }

    @Test("with everything agreed to for one run, nothing is asked and nothing remembered")
    func open() throws {
        let directory = try TemporaryDirectory()
        try gate(directory, isOpen: true).noteFirstOrigins([use("https://api")])
        #expect(try gate(directory).unagreed([use("https://other")]).isEmpty)
        try gate(directory).noteFirstOrigins([use("https://api")])
        #expect(try gate(directory, isOpen: true).unagreed([use("https://other")]).isEmpty)
    }

    @Test(
        "a file of the first version is read: keyrings stay agreed to, origins are asked about once more, and nothing names them"
    )
    func firstVersion() throws {
        let directory = try TemporaryDirectory()
        let entry = OutsideUse(.keyring([KeyringAttribute("service", "x")]), for: "secret X")
        try gate(directory).agree(to: [entry])
        let file = directory.url.appendingPathComponent("home/state/trust.json")
        var old = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        (old["version"], old["salt"], old["destinations"]) = (1, nil, nil)
        old["origins"] = [directory.url.path: ["13:Authorization": ["https://api"]]]
        try JSONSerialization.data(withJSONObject: old).write(to: file)
        #expect(try gate(directory).unagreed([entry]).isEmpty)
        #expect(try gate(directory).unagreed([use("https://api", .process("T"))]).count == 1)
        try gate(directory).agree(to: [use("https://api", .process("T"))])
        #expect(try gate(directory).unagreed([entry, use("https://api", .process("T"))]).isEmpty)
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("https://"))
    }
}
