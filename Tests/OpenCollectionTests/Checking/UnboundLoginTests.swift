import Testing

@testable import OpenCollection

@Suite("logins that Bruno does not bind to their client") struct UnboundLoginTests {
    private func found(_ more: String, flow: String = "authorization_code") -> [String] {
        let auth = "  url: https://a.example/\n  method: GET\n  auth:\n    type: oauth2\n    flow: \(flow)\n" + more
        return CheckCase("login", http: auth).found.filter { $0.contains("PKCE") }
    }

    @Test("a login without a secret of the client is noted where the file says nothing of PKCE")
    func noted() {
        #expect(
            found("    credentials:\n      clientId: c\n") == [
                "a.yml:6:5: warning: the client has no secret, so its login uses PKCE; Bruno uses it only where the file "
                    + "says so; write pkce: {method: S256} so that Bruno does too, or pkce: {disabled: true} to use none"
            ])
    }

    @Test("nothing is noted where both do the same")
    func same() {
        #expect(found("    credentials:\n      clientId: c\n      clientSecret: \"{{s}}\"\n").isEmpty)
        #expect(found("    pkce:\n      disabled: true\n").isEmpty)
        #expect(found("    pkce:\n      method: S256\n").isEmpty)
        #expect(found("", flow: "implicit").isEmpty)
    }
}
