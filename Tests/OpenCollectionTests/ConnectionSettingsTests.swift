import Testing

@testable import OpenCollection

@Suite("How connections are made")
struct ConnectionSettingsTests {
    @Test(
        "hosts with ports, and addresses of hosts, are read as curl reads them, and written the same",
        arguments: [
            "api.test:443:127.0.0.1", "*:80:10.0.0.1,10.0.0.2", "api.test:443:[::1]", "api.test:443:[fe80::1],10.0.0.1",
        ])
    func resolved(_ text: String) {
        #expect(ResolvedHost(text)?.description == text)
    }

    @Test(
        "what is no host, port or address is refused",
        arguments: [
            "", "a", "a:80", "a:80:", "a:0:1.1.1.1", "a:80:b.test", ":80:1.1.1.1", "a b:80:1.1.1.1", "a:80:1.1.1.1,",
        ])
    func wrong(_ text: String) { #expect(ResolvedHost(text) == nil) }

    @Test("a place has a host and a port; an address of version 6 stands in brackets")
    func places() {
        for text in ["api.test:443", "[::1]:8080", "127.0.0.1:1"] { #expect(NetworkPlace(text)?.description == text) }
        for text in ["api.test", "api.test:0", "api.test:65536", "::1:80", "[a]:80", "a@b:80", ":80", "a/b:80"] {
            #expect(NetworkPlace(text) == nil, "\(text)")
        }
        #expect(NetworkPlace(ofURL: "https://API.test/x")?.description == "api.test:443")
        #expect(NetworkPlace(ofURL: "http://[::1]:81/x")?.description == "[::1]:81")
    }

    private static let file = """
        version: 1
        collection:
          connection: {ca: all.pem, http: '1.1', connectTimeout: 1}
        environments:
          prod:
            connection: {ca: prod.pem, http: '2', resolve: ['a.test:80:10.0.0.1']}
        folders:
          users: {connection: {ca: users.pem}}
          users/old: {connection: {http: h2c}}
        requests:
          users/old/get.yml: {connection: {connectTo: 'b.test:81'}}
        """

    private func collection(_ file: String = file) throws -> Collection {
        var collection = Collection(name: "C")
        collection.companion = try CompanionFile.read(text: file)
        collection.environments = [EnvironmentDefinition(name: "prod", variables: [])]
        return collection
    }

    private func rendered(
        _ url: String, at path: ItemPath, in collection: Collection, _ change: (inout ClientDefaults) -> Void = { _ in }
    ) -> RenderedRequest {
        var definition = RequestDefinition()
        (definition.url, definition.method) = (url, "GET")
        definition.headers = [Field("X-Token", "{{token}}")]
        var defaults = ClientDefaults(userAgent: "")
        change(&defaults)
        let scopes = VariableScopes(
            collection: collection, environment: collection.environments[0], itemPath: path, request: definition,
            session: ["token": .string("s3cr3t-t0k3n")], sessionSecrets: ["token"])
        return RequestRenderer.render(definition, at: path, in: collection, scopes: scopes, defaults: defaults)
    }

    @Test(
        "members are merged one by one: request, inner folder, outer folder, environment, collection; the command line first"
    )
    func merged() throws {
        let collection = try collection()
        let settings = rendered("http://a.test/", at: "users/old/get.yml", in: collection).connection.settings
        #expect(settings.connectTo?.description == "b.test:81" && settings.http == .cleartext)
        #expect(settings.ca == "users.pem" && settings.connectTimeout == 1)
        #expect(settings.resolve?.map(\.description) == ["a.test:80:10.0.0.1"])
        let other = rendered("http://a.test/", at: "x.yml", in: collection).connection.settings
        #expect(other.ca == "prod.pem" && other.http == .two && other.connectTo == nil)
        let own = rendered("http://a.test/", at: "x.yml", in: collection) { $0.connection.http = .one }
        #expect(own.connection.settings.http == .one && own.connection.settings.ca == "prod.pem")
    }

    @Test("another place than the URL's is asked about; what the command line says is not")
    func asked() throws {
        let collection = try collection()
        let request = rendered("http://a.test/", at: "users/old/get.yml", in: collection)
        #expect(request.detours.map(\.text) == ["connect to 10.0.0.1 in place of http://a.test (microscope.yaml)"])
        let other = rendered("http://c.test/", at: "users/old/get.yml", in: collection)
        #expect(other.detours.map(\.text) == ["connect to b.test:81 in place of http://c.test (microscope.yaml)"])
        #expect(other.filesRead.map(\.text) == ["read users.pem (certificate authorities)"])
        #expect(other.notes.contains("It is sent to b.test:81, as microscope.yaml says."))
        #expect(!other.isSentDirectly)
        let presented = other.credentialsPresented(in: "prod").map(\.text)
        #expect(presented.count == 1 && presented[0].contains("connecting to b.test:81"), "\(presented)")
        let own = rendered("http://c.test/", at: "users/old/get.yml", in: collection) {
            $0.connection.connectTo = NetworkPlace("d.test:1")
            $0.connection.ca = "/own.pem"
        }
        #expect(own.detours.isEmpty && own.filesRead.isEmpty && own.isSentDirectly)
        let socket = try self.collection("version: 1\ncollection: {connection: {unixSocket: /run/x.sock}}\n")
        #expect(
            rendered("http://localhost/", at: "x.yml", in: socket).detours.map(\.text) == [
                "connect to the Unix socket /run/x.sock in place of http://localhost (microscope.yaml)"
            ])
    }

    @Test("an address at the command line is for its host alone: where the collection leads other hosts is asked about")
    func askedBeside() throws {
        let collection = try self.collection(
            "version: 1\ncollection: {connection: {connectTo: 'b.test:81', unixSocket: /run/x.sock}}\n")
        let resolve = try #require(ResolvedHost("a.test:80:10.0.0.1"))
        let beside = rendered("http://c.test/", at: "x.yml", in: collection) { $0.connection.resolve = [resolve] }
        #expect(beside.detours.map(\.text) == ["connect to b.test:81 in place of http://c.test (microscope.yaml)"])
        #expect(
            rendered("http://a.test/", at: "x.yml", in: collection) { $0.connection.resolve = [resolve] }.detours
                .isEmpty)
        let socket = rendered("http://c.test/", at: "x.yml", in: collection) { $0.connection.unixSocket = "/own.sock" }
        #expect(socket.detours.isEmpty && socket.connection.settings.connectTo == nil)
    }

    @Test(
        "no spelling of a host passes by the question about its address",
        arguments: [
            "http://a.test/", "http://A.TEST/", "http://a.test./", "http://%61.test/", "http://ä.test/",
            "http://a.test:80/",
        ])
    func spellings(_ url: String) throws {
        let collection = try self.collection(
            "version: 1\ncollection: {connection: {resolve: ['a.test:80:10.0.0.1', 'xn--4ca.test:80:10.0.0.1']}}\n")
        #expect(rendered(url, at: "x.yml", in: collection).detours.count == 1)
    }

    @Test(
        "what cannot be meant refuses the file, and names the key",
        arguments: [
            ("{http: '3'}", "connection.http is \"3\""), ("{resolve: [a]}", "\"a\" is not host:port:address"),
            ("{connectTo: a}", "\"a\" is not host:port"),
            ("{unixSocket: x.sock}", "unixSocket is not an absolute path"),
            ("{ca: ''}", "connection.ca is empty"), ("{connectTimeout: -1}", "is not between 0 and 1,000,000"),
        ])
    func refused(_ settings: String, _ words: String) {
        do {
            _ = try CompanionFile.read(text: "version: 1\ncollection: {connection: \(settings)}\n")
            Issue.record("\(settings) was read")
        } catch {
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    @Test("a form has a field for each, whose text is read back, and the place that says it otherwise")
    func fields() throws {
        let entries = RequestPolicies.entries.filter { $0.key.hasPrefix("connection.") }
        #expect(
            entries.map(\.key)
                == ["ca", "unixSocket", "http", "connectTimeout", "resolve", "connectTo"].map { "connection.\($0)" })
        let texts = ["a.pem", "/x.sock", "h2c", "2.5", "a.test:1:10.0.0.1 b.test:2:10.0.0.2", "a.test:1"]
        for (entry, text) in zip(entries, texts) {
            var policies = RequestPolicies()
            #expect(entry.set(text, in: &policies) == nil && entry.text(policies) == text)
        }
        for (entry, text) in zip(entries.dropFirst(), ["x.sock", "3", "never", "a", "a"]) {
            var policies = RequestPolicies()
            #expect(entry.set(text, in: &policies) != nil, "\(text)")
        }
        let above = try collection().effectivePolicies(at: "users/get.yml").said(entries[0])
        #expect(above == Sourced("users.pem", .folder("users")))
    }

    @Test("authorities are those that the environment names, as for curl")
    func authorities() {
        typealias Authorities = RenderedConnection.Authorities
        #expect(Authorities(environment: [:]) == nil)
        #expect(Authorities(environment: ["SSL_CERT_FILE": ""]) == nil)
        let all = ["SSL_CERT_FILE": "/a.pem", "SSL_CERT_DIR": "/d", "CURL_CA_BUNDLE": "/b.pem"]
        #expect(Authorities(environment: all) == Authorities(file: "/b.pem", directory: nil))
        let usual = all.filter { $0.key != "CURL_CA_BUNDLE" }
        #expect(Authorities(environment: usual) == Authorities(file: "/a.pem", directory: "/d"))
    }
}
