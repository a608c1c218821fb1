import Testing

@testable import OpenCollection

/// Returns a request in which `{{v}}` has the value "V".
private func files(_ http: String, type: String = "http") -> ReferenceFiles {
    ReferenceFiles(
        root: "request: {variables: [{name: v, value: V}]}", request: "http:\n  url: http://h/\n  \(http)", type: type)
}

private func auth(_ members: String) -> ReferenceFiles { files("auth: {\(members)}") }

@Suite("Reference, section 2.9: where placeholders work") struct Section2PlaceTests {
    @Test(
        "in what is sent",
        arguments: [
            ReferenceRow(
                "2.9 yes: whole url, query included",
                ReferenceFiles(
                    root: "request: {variables: [{name: v, value: V}]}",
                    request: #"http: {url: "{{v}}.x/{{v}}?{{v}}={{v}}"}"#),
                "GET http://V.x/V?V=V"),
            ReferenceRow(
                "2.9 yes: path param values",
                ReferenceFiles(
                    root: "request: {variables: [{name: v, value: V}]}",
                    request: #"http: {url: "http://h/:a", params: [{name: a, value: "{{v}}", type: path}]}"#),
                "GET http://h/V"),
            ReferenceRow(
                "2.9 yes: header names and values", files("headers: [{name: \"X-{{v}}\", value: \"{{v}}\"}]"),
                "GET http://h/", "X-V: V"),
            ReferenceRow(
                "2.9 yes: json", files(#"body: {type: json, data: '{"a": "{{v}}"}'}"#), "GET http://h/",
                "Content-Type: application/json", #"> {"a": "V"}"#),
            ReferenceRow(
                "2.9 yes: text", files(#"body: {type: text, data: "{{v}}"}"#), "GET http://h/",
                "Content-Type: text/plain", "> V"),
            ReferenceRow(
                "2.9 yes: xml", files(#"body: {type: xml, data: "<{{v}}/>"}"#), "GET http://h/",
                "Content-Type: application/xml", "> <V/>"),
            ReferenceRow(
                "2.9 yes: sparql", files(#"body: {type: sparql, data: "{{v}}"}"#), "GET http://h/",
                "Content-Type: application/sparql-query", "> V"),
            ReferenceRow(
                "2.9 yes: GraphQL query and variables",
                ReferenceFiles(
                    root: "request: {variables: [{name: v, value: V}]}",
                    request: #"graphql: {url: "http://h/", body: {query: "{ {{v}} }", variables: '{"a": "{{v}}"}'}}"#,
                    type: "graphql"),
                "POST http://h/", "Content-Type: application/json", #"> {"query":"{ V }","variables":{"a":"V"}}"#),
            ReferenceRow(
                "2.9 yes: form values; no: form names",
                files(#"body: {type: form-urlencoded, data: [{name: "{{v}}", value: "{{v}}"}]}"#),
                "GET http://h/", "Content-Type: application/x-www-form-urlencoded", "> %7B%7Bv%7D%7D=V"),
            ReferenceRow(
                "2.9 yes: multipart values, file paths too; no: names and contentType",
                files(
                    #"body: {type: multipart-form, data: [{name: "{{v}}", type: text, value: "{{v}}"}, {name: f, type: file, value: ["{{v}}.png"], contentType: "{{v}}"}]}"#
                ),
                "GET http://h/", "Content-Type: multipart/form-data", "> {{v}} = V", "> f = file V.png ({{v}})"),
            ReferenceRow(
                "2.9 no: file body filePath and contentType",
                files(#"body: {type: file, data: [{filePath: "{{v}}", contentType: "a/{{v}}", selected: true}]}"#),
                "GET http://h/", "Content-Type: a/{{v}}", "> file {{v}}"),
            ReferenceRow(
                "2.9 no: path param names",
                ReferenceFiles(
                    root: "request: {variables: [{name: v, value: V}]}",
                    request: #"http: {url: "http://h/:V", params: [{name: "{{v}}", value: x, type: path}]}"#),
                "GET http://h/:V"),
            ReferenceRow(
                "2.9 no: method", files("method: \"{{v}}\""), "{{V}} http://h/",
                #"problem "{{v}}" is not a request method: letters, digits and - are expected."#),
            ReferenceRow(
                "2.9 yes: basic", auth(#"type: basic, username: "{{v}}", password: "{{v}}""#), "GET http://h/",
                "Authorization: Basic VjpW"),
            ReferenceRow(
                "2.9 yes: bearer", auth(#"type: bearer, token: "{{v}}""#), "GET http://h/", "Authorization: Bearer V"),
            ReferenceRow(
                "2.9 yes: apikey in header", auth(#"type: apikey, key: "X-{{v}}", value: "{{v}}", placement: header"#),
                "GET http://h/", "X-V: V"),
            ReferenceRow(
                "2.9 yes: apikey in query", auth(#"type: apikey, key: "{{v}}", value: "{{v}}", placement: query"#),
                "GET http://h/?V=V"),
        ])
    func sent(row: ReferenceRow) throws { try expectSent(row) }

    /// Returns the part of the credentials that is handed on, as a text.
    private func credential(_ members: String) throws -> String {
        String(describing: try #require(try auth(members).rendered().credential))
    }

    @Test(
        "in credentials that are made while sending",
        arguments: [
            (
                "2.9 yes: ntlm", #"type: ntlm, username: "u{{v}}", password: "p{{v}}", domain: "d{{v}}""#,
                ["uV", "pV", "dV"]
            ),
            ("2.9 yes: digest", #"type: digest, username: "u{{v}}", password: "p{{v}}""#, ["uV", "pV"]),
            (
                "2.9 yes: wsse, its password too ([bug?] there)",
                #"type: wsse, username: "u{{v}}", password: "p{{v}}""#, ["uV", "pV"]
            ),
            (
                "2.9 yes: awsv4",
                #"type: awsv4, accessKeyId: "i{{v}}", secretAccessKey: "s{{v}}", service: "e{{v}}", region: "r{{v}}", profileName: "p{{v}}""#,
                ["iV", "sV", "eV", "rV", "pV"]
            ),
            (
                "2.9 yes: oauth1, key path too",
                #"type: oauth1, consumerKey: "c{{v}}", signatureMethod: RSA-SHA1, privateKey: {type: file, value: "k{{v}}.pem"}"#,
                ["cV", "kV.pem"]
            ),
            (
                "2.9 yes: oauth2 URLs, credentials, scope, additional parameters",
                #"type: oauth2, flow: client_credentials, accessTokenUrl: "http://{{v}}/", credentials: {clientId: "c{{v}}", clientSecret: "s{{v}}"}, scope: "o{{v}}", additionalParameters: {accessTokenRequest: [{name: a, value: "p{{v}}"}]}"#,
                ["http://V/", "cV", "sV", "oV", "pV"]
            ),
        ])
    func credentials(id: String, members: String, words: [String]) throws {
        let text = try credential(members)
        for word in words { #expect(text.contains(word), "\(id): \(word) in \(text)") }
        #expect(!text.contains("{{"), "\(id)")
    }

    @Test("2.9 yes: proxy protocol, host, port, user, password; no: bypassProxy")
    func proxy() throws {
        let files = ReferenceFiles(
            root: """
                request: {variables: [{name: v, value: "1"}, {name: p, value: socks5}]}
                config:
                  proxy:
                    inherit: false
                    config:
                      {protocol: "{{p}}", hostname: "h{{v}}", port: "808{{v}}", bypassProxy: "h{{v}}.test",
                       auth: {username: "u{{v}}", password: "s{{v}}"}}
                """)
        let rule = try files.rendered().proxy
        let text = String(describing: rule)
        for word in ["socks5", "h1", "8081", "u1", "s1"] { #expect(text.contains(word), "\(word) in \(text)") }
        #expect(rule.choice(for: "http://h1.test/") != .direct)
    }

    @Test("2.9 yes: client certificate domain, paths, passphrase")
    func certificate() throws {
        let files = ReferenceFiles(
            root: """
                request: {variables: [{name: v, value: h}]}
                config:
                  clientCertificates:
                    - {type: pem, domain: "{{v}}", certificateFilePath: "{{v}}.pem", privateKeyFilePath: "{{v}}.key", passphrase: "{{v}}"}
                """, request: #"http: {url: "https://h/"}"#)
        #expect(
            try files.rendered().clientCertificate == .pem(certificate: "h.pem", key: "h.key", passphrase: "h"))
    }
}
