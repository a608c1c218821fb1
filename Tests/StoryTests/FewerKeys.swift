import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: few keys to the first requests", .serialized)
struct FewerKeys {
    private static let sizes = [Size.small, .large]
    private static let altP = KeyStroke(.character("p"), .alt)

    @Test("a JSON POST that is new, sent and saved takes six keys beside its texts", arguments: sizes)
    func jsonPost(size: Size) throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
        ])
        let session = try place.start(size: size)
        var keys = CountedKeys(session)
        // Counted: n, Enter for "HTTP request", Enter after the name, Alt-P from the URL to the body, Ctrl-R, Ctrl-S.
        try keys.command("n")
        try session.waitFor("HTTP request")
        try keys.press(.init(.enter))
        try session.waitFor("New request")
        try keys.text("Create")
        try keys.press(.init(.enter))
        try session.waitFor("the URL to type") { $0.contains("› Create") && $0.cursor != nil }
        try keys.text("POST {{baseUrl}}/echo")
        try keys.press(Self.altP)
        try session.waitFor("the method out of the URL, and the body") {
            $0.contains("POST {{baseUrl}}/echo") && $0.requestTab == "Body" && $0.cursor != nil
        }
        try keys.text(#"{"name": "Ada", "tags": ["a"], "id": {{$randomInt}}}"#)
        try session.waitFor("JSON by its first bracket") { $0.contains("Body JSON") }
        try keys.press(.control("r"))
        try session.waitForResponse("200 OK")
        try keys.press(.control("s"))
        try session.waitFor("Saved Create.yml")
        #expect(keys.controls == 6 && keys.controls <= 13)
        let text = try place.text(of: "Create.yml")
        #expect(text.contains("method: POST") && text.contains("url: \"{{baseUrl}}/echo\""), "\(text)")
        #expect(text.contains("type: json") && text.contains(#"{"name": "Ada", "tags": ["a"], "id": {{$randomInt}}}"#))
        #expect(try session.quit() == 0)
    }

    /// Begins a request in the tree and types its URL.
    private func begin(_ name: String, _ url: String, _ keys: inout CountedKeys) throws {
        try keys.command("1n")
        try keys.session.waitFor("HTTP request")
        try keys.press(.init(.enter))
        try keys.session.waitFor("New request")
        try keys.text(name)
        try keys.press(.init(.enter))
        try keys.session.waitFor("the URL of \(name)") { $0.contains("› \(name)") && $0.cursor != nil }
        let parts = url.split(separator: "~", maxSplits: 1).map(String.init)
        // "{{b", taken as {{baseUrl}} with Tab.
        try keys.text(parts[0] == url ? "" : parts[0])
        try keys.text("{{b")
        try keys.session.waitFor("the list of variables") { $0.contains("environment dev") }
        try keys.press(.init(.tab))
        try keys.session.waitFor("the variable taken") { $0.contains("{{baseUrl}}") }
        try keys.text(parts[parts.count - 1])
    }

    private func sendAndSave(_ name: String, _ keys: inout CountedKeys) throws {
        try keys.press(.control("r"))
        try keys.session.waitForResponse("✓ 20")
        try keys.press(.control("s"))
        try keys.session.waitFor("Saved \(name).yml")
    }

    /// The tab Body of a new request becomes a form, typed as lines.
    private func typeForm(_ lines: [String], _ keys: inout CountedKeys) throws {
        try keys.press(Self.altP)
        try keys.session.waitFor("the tab Body") { $0.requestTab == "Body" && $0.cursor != nil }
        try keys.press(.init(.escape))
        try keys.session.waitFor("the text left") { $0.cursor == nil }
        try keys.command("k")
        try keys.press(.init(.enter))
        try keys.session.waitFor("the kinds") { $0.contains("multipart form") }
        try keys.text("form")
        try keys.press(.init(.enter))
        try keys.session.waitFor("a form") { $0.contains("form (urlencoded)") && $0.contains("No fields") }
        try keys.command("T")
        try keys.session.waitFor("name: value on each line")
        for (index, line) in lines.enumerated() {
            if index > 0 { try keys.press(.init(.enter)) }
            try keys.text(line)
        }
        try keys.press(.init(.escape))
        try keys.session.waitFor("the rows") { $0.cursor == nil && $0.contains("[✓] \(lines[0].prefix { $0 != ":" })") }
    }

    @Test("a newcomer's eight requests take fewer than 500 keys, texts included", arguments: sizes)
    func newcomer(size: Size) throws {
        let place = try StoryPlace(["opencollection.yml": Fixture.root])
        let session = try place.run([place.collection.path], size: size)
        var keys = CountedKeys(session)
        try makeEnvironment(place, &keys)
        try logIn(&keys)
        try inheritTheToken(&keys)
        try begin("List", "/users", &keys)
        try keys.press(.control("r"))
        try session.waitFor("the login that brings the token") { $0.contains("Enter sends Login first") }
        try keys.press(.init(.enter))
        try session.waitForResponse("✓ 200 OK")
        try keys.press(.control("s"))
        try session.waitFor("Saved List.yml")
        try begin("Get", "/users/1", &keys)
        try sendAndSave("Get", &keys)
        try assertTheID(&keys)
        for (name, url, body) in [
            ("Create", "POST ~/users", #"{"name": "Ann", "email": "ann@x.org", "role": "admin"}"#),
            ("Update", "PATCH ~/users/1", #"{"name": "Bob"}"#),
        ] {
            try begin(name, url, &keys)
            try keys.press(Self.altP)
            try session.waitFor("the body") { $0.requestTab == "Body" && $0.cursor != nil }
            try keys.text(body)
            try sendAndSave(name, &keys)
        }
        try begin("Form", "POST ~/echo", &keys)
        try typeForm(["a: 1", "b: 2", "c: 3"], &keys)
        try sendAndSave("Form", &keys)
        try begin("Head", "/echo", &keys)
        try keys.press(.init(.enter))
        try session.waitFor("the URL kept") { $0.cursor == nil }
        try keys.command("]a")
        try session.waitFor("a header to type") { $0.requestTab == "Headers" && $0.cursor != nil }
        try keys.text("X-A")
        try keys.press(.init(.tab))
        try keys.text("1")
        try keys.press(.init(.enter))
        try sendAndSave("Head", &keys)
        try begin("Own", "/private", &keys)
        try sendAndSave("Own", &keys)
        #expect(keys.all < 500, "\(keys.all) keys, \(keys.controls) of them no text")
        try expectAll(of: place)
        #expect(try session.quit() == 0)
    }

    private func makeEnvironment(_ place: StoryPlace, _ keys: inout CountedKeys) throws {
        let session = keys.session
        try keys.command("n")
        try session.waitFor("HTTP request")
        try keys.text("en")
        try session.waitFor("one kind left") { !$0.contains("HTTP request") && $0.contains("Environment") }
        try keys.press(.init(.enter))
        try session.waitFor("New environment")
        try keys.text("dev")
        try keys.press(.init(.enter))
        try session.waitFor("its form") { $0.contains("No variables") }
        try keys.command("2T")
        try session.waitFor("name: value on each line")
        try keys.text("baseUrl: \(place.server.baseURL)")
        try keys.press(.init(.enter))
        try keys.text("password: demo")
        try keys.press(.init(.escape))
        try session.waitFor("both rows") { $0.contains("[✓] baseUrl") && $0.contains("[✓] password") }
        try keys.command("jll ")
        try session.waitFor("Keep the value")
        try keys.press(.init(.enter))
        try session.waitFor("the secret kept") { $0.contains("••••") }
        try keys.command("w")
        try session.waitFor("Saved environments/dev.yml")
        try keys.command("e")
        try session.waitFor("2 variables")
        try keys.press(.init(.down), .init(.enter))
        try session.waitFor("dev chosen") { $0.contains("selected") }
    }

    private func logIn(_ keys: inout CountedKeys) throws {
        try keys.command("1g")
        try begin("Login", "POST ~/login", &keys)
        try typeForm(["username: demo", "password: {{password}}"], &keys)
        try keys.press(.control("r"))
        try keys.session.waitForResponse("✓ 200 OK")
        try keys.session.waitFor("demo-token")
        try keys.command("3j")
        try keys.press(.init(.enter))
        try keys.session.waitFor("Capture from each")
        try keys.text("cap")
        try keys.session.waitFor("one thing left") { !$0.contains("Copy the value") }
        try keys.press(.init(.enter))
        try keys.session.waitFor("Capture .token as")
        try keys.press(.init(.enter))
        try keys.session.waitFor("the capture") { !$0.contains("Capture .token as") }
        try keys.command("w")
        try keys.session.waitFor("Saved Login.yml")
    }

    /// All requests inherit the credentials of the collection.
    private func inheritTheToken(_ keys: inout CountedKeys) throws {
        try keys.command("1g2]]")
        try keys.session.waitFor("the tab Auth of the collection") { $0.contains("[Auth") && $0.contains("Type") }
        try keys.press(.init(.enter))
        try keys.session.waitFor("bearer")
        try keys.text("bea")
        try keys.press(.init(.enter))
        try keys.session.waitFor("Token")
        try keys.command("j")
        try keys.press(.init(.enter))
        try keys.session.waitFor("the token to type") { $0.cursor != nil }
        try keys.text("{{token}}")
        try keys.press(.init(.enter))
        try keys.session.waitFor("the field left") { $0.cursor == nil }
        try keys.command("w")
        try keys.session.waitFor("Saved opencollection.yml")
    }

    private func assertTheID(_ keys: inout CountedKeys) throws {
        try keys.command("3j")
        try keys.press(.init(.enter))
        try keys.session.waitFor("Actions for .id")
        try keys.text("ass")
        try keys.session.waitFor("one thing left") { !$0.contains("Copy the value") }
        try keys.press(.init(.enter))
        try keys.session.waitFor("the assertion") { !$0.contains("Actions for .id") }
        try keys.command("w")
        try keys.session.waitFor("Saved Get.yml")
    }

    private func expectAll(of place: StoryPlace) throws {
        let files = try place.files()
        for name in ["Login", "List", "Get", "Create", "Update", "Form", "Head", "Own"] {
            #expect(files["\(name).yml"]?.contains("auth: inherit") == true, "\(name)")
        }
        #expect(files["Get.yml"]?.contains("expression: res.body.id") == true, "\(files["Get.yml"] ?? "")")
        #expect(files["Login.yml"]?.contains("value: \"{{password}}\"") == true)
        #expect(files["Form.yml"]?.contains("type: form-urlencoded") == true)
        #expect(files["environments/dev.yml"]?.contains("value: demo") == false)
        let check = try ProgramRun(["check", place.collection.path], at: place)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }
}
