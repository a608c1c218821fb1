import Testing

@testable import OpenCollection

@Suite("Proxies and client certificates of a collection")
struct ConnectionRuleTests {
    private func sample(_ url: String = "https://api.x.io/v1", _ change: (inout CollectionInfo) -> Void) -> Sample {
        var sample = Sample(url)
        change(&sample.info)
        return sample
    }

    private func proxy(_ change: (inout ProxySettings) -> Void = { _ in }) -> ProxySettings {
        var proxy = ProxySettings()
        proxy.inherits = false
        proxy.server = ProxySettings.Server()
        proxy.server?.host = "proxy.test"
        proxy.server?.port = "3128"
        change(&proxy)
        return proxy
    }

    @Test(
        "hosts that are reached without the proxy",
        arguments: [
            ("*", "http://any.test/", true), ("", "http://any.test/", false),
            ("h.test", "http://h.test/", true), ("h.test", "http://H.Test:8080/x", true),
            ("h.test", "http://a.h.test/", false), ("h.test", "http://badh.test/", false),
            (".h.test", "http://a.h.test/", true), (".h.test", "http://h.test/", false),
            ("*.h.test", "http://a.b.h.test/", true), ("*h.test", "http://badh.test/", true),
            ("h.test:8080", "http://h.test:8080/", true), ("h.test:8080", "http://h.test/", false),
            ("h.test:443", "https://h.test/", true), ("h.test:80", "http://h.test/", true),
            ("a.test,b.test;c.test  d.test", "http://c.test/", true),
            ("a.test,b.test;c.test  d.test", "http://d.test/", true), ("a.test, *", "http://e.test/", true),
            ("[::1]", "http://[::1]:8080/", true), ("h.test", "http://user:h.test@other.test/", false),
            (",; ", "http://h.test/", false),
        ])
    func bypass(words: String, url: String, isCovered: Bool) {
        #expect(ProxyBypass(words).covers(url) == isCovered, "\(words) \(url)")
        let server = ProxyServer(scheme: "http", host: "p", bypass: ProxyBypass(words))
        #expect(ProxyRule.server(server).choice(for: url) == (isCovered ? .direct : .server(server)))
    }

    @Test("the block counts only if it is whole; disabled is direct, inherit is the system's")
    func counts() {
        let cases: [(ProxySettings?, ProxyRule)] = [
            (nil, .system), (proxy { $0.inherits = nil }, .system), (proxy { $0.server = nil }, .system),
            (proxy { $0.inherits = true }, .system), (proxy { $0.isDisabled = true }, .direct),
            (
                proxy {
                    $0.inherits = true
                    $0.isDisabled = true
                }, .direct
            ),
            (proxy(), .server(ProxyServer(scheme: "http", host: "proxy.test", port: 3128))),
            (proxy { $0.isDisabled = false }, .server(ProxyServer(scheme: "http", host: "proxy.test", port: 3128))),
        ]
        for (settings, rule) in cases { #expect(sample { $0.proxy = settings }.rendered().proxy == rule) }
    }

    @Test("names are replaced, credentials are encoded for the URL and masked, unless they are switched off")
    func credentials() {
        var sample = sample {
            $0.proxy = proxy {
                $0.server?.protocol = "SOCKS5"
                $0.server?.host = "{{where}}"
                $0.server?.bypass = "{{where}}, near.test"
                $0.server?.auth = ProxySettings.Credentials()
                $0.server?.auth?.username = "ada"
                $0.server?.auth?.password = "p@ss/{{where}}"
            }
        }
        sample.environment = [Variable("where", "inner.test")]
        let rendered = sample.rendered()
        guard case .server(let server) = rendered.proxy else {
            Issue.record("\(rendered.proxy)")
            return
        }
        #expect(server.url == "socks5://ada:p%40ss%2Finner.test@inner.test:3128")
        #expect(server.bypass.covers("http://near.test/") && !server.bypass.covers("http://inner.test/"))
        #expect(rendered.secrets.named.contains { $0.value == "p@ss/inner.test" })
        sample.info.proxy?.server?.auth?.isDisabled = true
        guard case .server(let plain) = sample.rendered().proxy else { return }
        #expect(plain.url == "socks5://inner.test:3128")
        sample.environment = []
        #expect(sample.rendered().missing.map(\.name).contains("where"))
    }

    @Test("what cannot be a proxy is a problem, in words that say what is known")
    func problems() {
        func problems(_ change: (inout ProxySettings) -> Void) -> [String] {
            sample { $0.proxy = proxy(change) }.rendered().problems
        }
        let port = problems { $0.server?.port = "eighty" }
        #expect(port.count == 1 && port.joined().contains("not a number from 1 to 65535"))
        let high = problems { $0.server?.port = "70000" }
        #expect(high.count == 1)
        let none = problems { $0.server?.port = "" }
        #expect(none.isEmpty)
        let host = problems { $0.server?.host = nil }
        #expect(host == ["The collection's proxy has no host."])
        let scheme = problems { $0.server?.protocol = "ftp" }
        #expect(scheme.joined().contains("\"ftp\"; http, https, socks4"))
    }

    @Test(
        "a certificate is shown where its domain says: a host with an end, https only",
        arguments: [
            ("api.x.io", "https://api.x.io/", true), ("api.x.io", "https://API.X.io:8443/a?b", true),
            ("api.x.io", "https://api.x.io.evil.net/", false), ("api.x.io", "https://evil.net/api.x.io", false),
            ("api.x.io", "https://api.x.io@evil.net/", false), ("api.x.io", "http://api.x.io/", false),
            ("x.io", "https://api.x.io/", false), ("*.x.io", "https://a.b.x.io/", true),
            ("*.x.io", "https://x.io/", false), ("*.x.io", "https://x.io.evil.net/", false),
            ("*", "https://any.test/", true), ("a*z.test", "https://abcz.test/", true),
            ("api.x.io:8443", "https://api.x.io:8443/", true), ("api.x.io:8443", "https://api.x.io/", false),
            ("api.x.io:443", "https://api.x.io/", true), ("https://api.x.io", "https://api.x.io/", true),
            ("http://api.x.io", "https://api.x.io/", false), ("https://api.x.io/v1", "https://api.x.io/v1/users", true),
            ("api.x.io/V1", "https://api.x.io/v2", false), ("api.x.io/*/users", "https://api.x.io/v1/users", true),
            ("", "https://api.x.io/", false),
            ("*********************x", "https://aaaaaaaaaaaaaaaaaaaaaaaaaaaa/", false),
        ])
    func domain(domain: String, url: String, isCovered: Bool) {
        #expect(ClientCertificateRule(domain).covers(url) == isCovered, "\(domain) \(url)")
    }

    private func pem(_ domain: String, _ path: String, isEnabled: Bool = true) -> ClientCertificate {
        ClientCertificate(
            type: "pem", domain: domain, path: path, keyPath: "{{dir}}/key.pem", passphrase: "{{pass}}",
            isEnabled: isEnabled)
    }

    @Test("the first enabled one that is meant for the URL is taken, those of the environment before the collection's")
    func first() {
        var sample = sample {
            $0.certificates = [
                pem("other.test", "no.pem"), pem("api.x.io", "off.pem", isEnabled: false), pem("*", "{{dir}}/a.pem"),
                pem("api.x.io", "late.pem"),
            ]
        }
        sample.environment = [Variable("dir", "certs"), Variable("pass", "op3n")]
        let rendered = sample.rendered()
        #expect(
            rendered.clientCertificate
                == .pem(certificate: "certs/a.pem", key: "certs/key.pem", passphrase: "op3n"))
        #expect(rendered.filesRead.map(\.demand) == [.read("certs/a.pem"), .read("certs/key.pem")])
        #expect(rendered.secrets.named.contains { $0.value == "op3n" })
        sample.environmentCertificates = [
            ClientCertificate(type: "pkcs12", domain: "{{none}}", path: "no.p12"),
            ClientCertificate(type: "pkcs12", domain: "api.x.io", path: "own.p12"),
        ]
        #expect(sample.rendered().clientCertificate == .pkcs12(file: "own.p12", passphrase: ""))
        #expect(sample.rendered().filesRead.map(\.demand) == [.read("own.p12")])
        sample.definition.url = "http://api.x.io/"
        #expect(sample.rendered().clientCertificate == nil && sample.rendered().filesRead.isEmpty)
    }

    @Test("names of a certificate for another server are not missing; a type that is unknown is a problem")
    func others() {
        var sample = sample { $0.certificates = [pem("other.test", "{{nowhere}}")] }
        #expect(sample.rendered().isSendable)
        sample.info.certificates = [ClientCertificate(type: "jks", domain: "*", path: "a")]
        #expect(sample.rendered().problems == ["A client certificate is of type \"jks\"; pem and pkcs12 are known."])
    }
}
