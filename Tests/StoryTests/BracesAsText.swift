import DemoAPI
import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: braces that are no variables are sent as they are written", .serialized)
struct BracesAsText {
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "alert.yml": Fixture.request(
                "Alert", url: "{{baseUrl}}/echo",
                more: "  headers:\n    - {name: X-Summary, value: \"{{ $labels.instance }} is down\"}\n"),
        ])
    }

    @Test(
        "the question lists the name for good; then nothing is asked, and check is content",
        arguments: [Size.small, .large])
    func onScreen(size: Size) throws {
        let place = try Self.place()
        let session = try place.start(size: size)
        try session.showRequest("alert", named: "Alert")
        try session.type("s")
        try session.waitFor("Missing variable: {{ $labels.instance }}")
        try session.press(.control("t"))
        try session.waitForResponse("200 OK")
        #expect(try place.text(of: "microscope.yaml").contains("literal:\n  - $labels.instance"))
        try session.waitFor("what the server got") { $0.contains("{{ $labels.instance }} is down") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
        let check = try ProgramRun(["check"], at: place)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test("at the command line it is missing until a pattern lists it; curl's braces are listed by the import")
    func commandLine() throws {
        let place = try Self.place()
        let server = try DemoServer()
        let base = ["--var", "baseUrl=\(server.baseURL)"]
        let refused = try ProgramRun(["send", "alert"] + base, at: place)
        #expect(refused.status == 4 && refused.errors.contains("$labels.instance"), "\(refused.errors)")
        try place.write("version: 1\nliteral: ['$labels.*']\n", to: "microscope.yaml")
        let sent = try ProgramRun(["send", "alert"] + base, at: place)
        #expect(sent.status == 0 && sent.output.contains("{{ $labels.instance }} is down"), "\(sent.errors)")
        try place.write("curl \(server.baseURL)/echo -H 'X-A: {{ .Values.name }}'\n", to: "helm.curl")
        let imported = try ProgramRun(["import", "helm.curl"], at: place)
        #expect(imported.errors.contains("sent as text, as curl does"), "\(imported.output)\(imported.errors)")
        #expect(try place.text(of: "microscope.yaml").contains(".Values.name"))
    }
}
