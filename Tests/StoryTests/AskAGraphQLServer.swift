import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a GraphQL server is asked, with its schema at hand", .serialized)
struct AskAGraphQLServer {
    private static func place(_ query: String, companion: String? = nil) throws -> StoryPlace {
        let lines = query.split(separator: "\n").map { "      \($0)\n" }.joined()
        var files = [
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "ask.yml":
                "info:\n  name: Ask\n  type: graphql\n  seq: 1\ngraphql:\n  method: POST\n  url: \"{{server}}\"\n  body:\n    query: |-\n\(lines)",
        ]
        files["microscope.yaml"] = companion
        return try StoryPlace(files)
    }

    @Test(
        "of two operations one is chosen; the choice is kept, and is what commands send",
        arguments: [Size.small, .large])
    func operations(size: Size) throws {
        let server = try GraphQLServer()
        let place = try Self.place("query One { me }\nquery Two { version }")
        let base = ["--var", "server=\(server.url)"]
        let refused = try ProgramRun(["send", "ask"] + base, at: place)
        #expect(refused.status == 4 && refused.errors.contains("2 operations (One, Two)"), "\(refused.errors)")
        let named = try ProgramRun(["send", "ask", "--operation", "One"] + base, at: place)
        #expect(named.status == 0 && named.output.contains(#""asked": "One""#), "\(named.errors)")
        let unknown = try ProgramRun(["send", "ask", "--operation", "Three"] + base, at: place)
        #expect(unknown.status == 4 && unknown.errors.contains("it has One, Two"), "\(unknown.errors)")

        let session = try place.start(size: size, variables: ["server": server.url])
        try session.showRequest("ask", named: "Ask")
        try session.type("s")
        try session.waitFor("The query has 2 operations (One, Two), and none is chosen")
        try session.type("two")
        try session.press(.enter)
        try session.waitForResponse("200 OK")
        try session.waitFor(#""asked": "Two""#)
        try session.type("w")
        try session.waitFor("Saved")
        #expect(try place.text(of: "microscope.yaml").contains("operation: Two"))
        #expect(try session.quit() == 0)
        let sent = try ProgramRun(["send", "ask"] + base, at: place)
        #expect(sent.status == 0 && sent.output.contains(#""asked": "Two""#), "\(sent.errors)")
    }

    @Test("errors in a response with 200 fail it, on screen and for commands", arguments: [Size.small, .large])
    func errors(size: Size) throws {
        let server = try GraphQLServer()
        let place = try Self.place("{ me { broken } }")
        let session = try place.start(size: size, variables: ["server": server.url])
        try session.showRequest("ask", named: "Ask")
        try session.type("s")
        try session.waitFor("the title says it") {
            $0.contains("✗ 1 GraphQL error: Name") && $0.contains("Checks 1✗")
        }
        try session.type("3")
        try session.showResponseTab("Checks")
        try session.waitFor("GraphQL error at me.0, line 2:5")
        #expect(session.screen.contains("Name is required"))
        #expect(try session.quit() == 0)
        let base = ["--var", "server=\(server.url)"]
        let sent = try ProgramRun(["send", "ask"] + base, at: place)
        #expect(
            sent.status == 1 && sent.errors.contains("GraphQL error: Name is required (me.0, line 2:5)"),
            "\(sent.errors)")
        let run = try ProgramRun(["run"] + base, at: place)
        #expect(run.status == 1 && run.output.contains("FAIL  ask: 200 OK · 1 GraphQL error"), "\(run.output)")
    }

    @Test(
        "the schema is read when a person asks for it; then fields are completed, and unknown ones underlined",
        arguments: [Size.small, .large])
    func schema(size: Size) throws {
        let server = try GraphQLServer()
        let place = try Self.place("{ me { nme } }")
        let session = try place.start(size: size, variables: ["server": server.url])
        try session.showRequest("ask", named: "Ask")
        try session.type("2")
        try session.showRequestTab("Body")
        try session.type("j")
        try session.press(.enter)
        try session.press(.control("n"))
        try session.waitFor("No schema of this server yet")
        #expect(server.bodies.isEmpty, "nothing is sent unasked")
        try session.press(.escape)
        try session.waitFor("Enter edit")
        try session.type("W")
        try session.waitFor("The schema has 2 types")
        try session.press(.enter)
        try session.waitFor("Person has no field nme; did you mean name?")
        #expect(session.screen.look(of: "nme }")?.attributes.contains(.underline) == true)
        #expect(server.bodies.count == 1)
        // The file of the query is as it was, and there is nothing new in the collection.
        #expect(try place.files().count == 3)
        try session.press(.end)
        for _ in 0..<4 { try session.press(.left) }
        for _ in 0..<3 { try session.press(.backspace) }
        try session.type("ni")
        try session.waitFor("a list with types") { $0.contains("nickname") && $0.contains("deprecated: use name") }
        try session.press(.tab)
        try session.waitFor("{ me { nickname } }")
        try session.waitFor("nickname is deprecated: use name")
        try session.press(.escape)
        try session.waitFor("Enter edit")
        try session.type("X")
        try session.waitFor("{ me { nme } }")
        #expect(try session.quit() == 0)
        // It is kept: a second run asks nobody.
        let again = try ProgramRun(["graphql", "ask", "--var", "server=\(server.url)"], at: place)
        #expect(again.status == 0 && again.output.contains("type Person {"), "\(again.errors)")
        #expect(server.bodies.count == 1)
    }

    @Test("a schema in a file is used by check and by the screen; a server that refuses is quoted")
    func file() throws {
        let server = try GraphQLServer(refusesIntrospection: true)
        let place = try Self.place("{ me { nme } }")
        let base = ["--var", "server=\(server.url)"]
        let refused = try ProgramRun(["graphql", "ask"] + base, at: place)
        #expect(refused.status == 1 && refused.errors.contains("introspection is disabled"), "\(refused.errors)")
        #expect(refused.errors.contains("graphqlSchema"), "it says what to do: \(refused.errors)")
        #expect(try ProgramRun(["check"], at: place).status == 0)
        try place.write("type Query { me: Person }\ntype Person { name: String }\n", to: "schema.graphql")
        try place.write("version: 1\ncollection:\n  graphqlSchema: schema.graphql\n", to: "microscope.yaml")
        let check = try ProgramRun(["check", "--strict"], at: place)
        #expect(
            check.status == 1 && check.output.contains("Person has no field nme; did you mean name?"), "\(check.output)"
        )
        let printed = try ProgramRun(["graphql", "ask", "--json"] + base, at: place)
        #expect(
            printed.status == 0 && printed.output.contains(#""source": "file""#), "\(printed.output)\(printed.errors)")
        let session = try place.start(variables: ["server": server.url])
        try session.showRequest("ask", named: "Ask")
        try session.type("2")
        try session.showRequestTab("Body")
        try session.type("j")
        try session.waitFor("Person has no field nme; did you mean name?")
        #expect(try session.quit() == 0)
        try place.write("version: 1\ncollection:\n  graphqlSchema: nowhere.graphql\n", to: "microscope.yaml")
        let gone = try ProgramRun(["check", "--strict"], at: place)
        #expect(gone.status == 1 && gone.output.contains("there is no schema in nowhere.graphql"), "\(gone.output)")
    }
}
