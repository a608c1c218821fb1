import Testing

@testable import OpenCollection

@Suite("Fields of forms")
struct FormEntryTests {
    private func keys<Owner>(_ table: FieldTable<Owner>) -> [String] {
        table.rows.filter(\.entries.isEmpty).flatMap(\.keys)
    }

    @Test("each key that is no list of rows has one")
    func complete() {
        #expect(keys(ProxySettings.fields) + keys(ProxySettings.Server.fields) == [])
        #expect(keys(ProxySettings.Credentials.fields) + keys(RequestSettings.fields) == [])
        #expect(keys(RequestPolicies.shared) + keys(RetrySettings.fields) == [])
        #expect(keys(ClientCertificate.fields) == ["disabled"], "the mark before the row")
    }

    @Test("a part is there as long as it says something")
    func parts() throws {
        let port = try #require(ProxySettings.entries.first { $0.key == "config.port" })
        let user = try #require(ProxySettings.entries.first { $0.key == "config.auth.username" })
        var proxy = ProxySettings()
        #expect(port.set(" 8080 ", in: &proxy) == nil && proxy.server?.port == "8080")
        #expect(port.set("{{port}}", in: &proxy) == nil && port.text(proxy) == "{{port}}")
        #expect(port.set("70000", in: &proxy) == "Port: a number from 1 to 65535")
        #expect(user.set("ann", in: &proxy) == nil && proxy.server?.auth?.username == "ann")
        #expect(user.set("", in: &proxy) == nil && proxy.server?.auth == nil && proxy.server?.port == "{{port}}")
        #expect(port.set("", in: &proxy) == nil && proxy == ProxySettings())
    }

    @Test("a setting says a value, or that it is inherited, and not both")
    func inherit() throws {
        let timeout = try #require(RequestSettings.entries.first { $0.key == "timeout" })
        var settings = RequestSettings()
        #expect(timeout.set("300", in: &settings) == nil && settings.timeoutInMilliseconds == 300)
        #expect(timeout.set("inherit", in: &settings) == nil && timeout.text(settings) == "inherit")
        #expect(settings.timeoutInMilliseconds == nil && settings.inherited == [.timeout])
        #expect(timeout.set("-1", in: &settings) == "Timeout: whole milliseconds, 0: no timeout")
        #expect(timeout.set("", in: &settings) == nil && settings.inherited.isEmpty)
    }

    @Test("the number of retries makes the policy, and takes it out; lists have commas between")
    func retries() throws {
        func entry(_ key: String) throws -> FormEntry<RequestPolicies> {
            try #require(RequestPolicies.entries.first { $0.key == "retry.\(key)" })
        }
        var policies = RequestPolicies()
        #expect(try entry("count").set("0", in: &policies) == nil && policies.retry == RetrySettings(count: 0))
        #expect(try entry("statuses").set("429, 503", in: &policies) == nil && policies.retry?.statuses == [429, 503])
        #expect(try entry("statuses").set("42", in: &policies) != nil)
        #expect(try entry("methods").text(policies) == "" && entry("backoff").set("linear", in: &policies) != nil)
        #expect(try entry("count").set("", in: &policies) == nil && policies.retry == nil)
    }
}
