import Testing

@testable import OpenCollection

@Suite struct OutsideUseTests {
    @Test(
        "says what would be done, so that one sees where words end",
        arguments: [
            (.run(["pass", "show", "a b", "it's", ""]), "run pass show 'a b' 'it'\\''s' '' (secret T)"),
            (.read("../x"), "read ../x (secret T)"),
            (
                .keyring([KeyringAttribute("service", "api"), KeyringAttribute("account", "me")]),
                "look in the keyring for service=api, account=me (secret T)"
            ),
        ] as [(OutsideUse.Demand, String)])
    func text(demand: OutsideUse.Demand, text: String) {
        #expect(OutsideUse(demand, for: "secret T").text == text)
    }

    private static let companion = """
        version: 1
        secrets:
          A: {command: [pass, show, a]}
          B: {keyring: {service: api}}
        environments:
          prod:
            secrets:
              A: {command: [op, read, a]}
        """

    @Test("a secret's place is looked for in the environment, those it extends, and the collection")
    func sources() throws {
        let file = try CompanionFile.read(text: Self.companion)
        #expect(file.secretSource(of: "A", in: ["prod"]) == .command(["op", "read", "a"]))
        #expect(file.secretSource(of: "A", in: ["mine", "prod"]) == .command(["op", "read", "a"]))
        #expect(file.secretSource(of: "A", in: ["dev"]) == .command(["pass", "show", "a"]))
        #expect(file.secretSource(of: "B", in: ["prod"]) == .keyring([KeyringAttribute("service", "api")]))
        #expect(file.secretSource(of: "C", in: ["prod"]) == nil)
    }

    @Test(
        "what names no place is refused, with what was expected",
        arguments: [
            ("{command: []}", "secrets.A.command names no program: a list like [pass, show, api/token] was expected"),
            ("{keyring: {}}", "secrets.A.keyring names no entry: {service: my-api, account: me} was expected"),
            ("{file: x}", "secrets.A says neither command nor keyring"),
            ("pass show x", "secrets.A says neither command nor keyring"),
        ])
    func refused(source: String, message: String) {
        #expect {
            try CompanionFile.read(text: "version: 1\nsecrets:\n  A: \(source)\n")
        } throws: { ($0 as? FileProblem)?.message == message }
    }
}
