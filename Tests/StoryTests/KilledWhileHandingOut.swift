import Foundation
import TestSupport
import Testing

@Suite("Story: what was handed to another program does not stay behind", .serialized)
struct KilledWhileHandingOut {
    @Test("a body that a pager was shown is removed by the next start after kill -9, and one in use stays")
    func killed() throws {
        let place = try StoryPlace()
        let temporary = place.home.appendingPathComponent("tmp")
        for name in ["tmp", "marks"] {
            try FileManager.default.createDirectory(
                at: place.home.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let mark = place.home.appendingPathComponent("marks/shown").path
        let environment = ["TMPDIR": temporary.path, "PAGER": "sh -c 'echo \"$0\" > \(mark); read -r line'"]
        let left = {
            try FileManager.default.contentsOfDirectory(atPath: temporary.path).filter { $0.hasPrefix("microscope-") }
        }
        let session = try place.start(environment: environment)
        try session.send("users/get", named: "Get user", until: "✓ 200 OK")
        try session.waitFor("the lines of the body") { $0.contains("\"id\"") }
        try session.type("3p")
        try place.waitForFile(in: "marks") { _, bytes in !bytes.isEmpty }
        #expect(try left().count == 1)
        let other = try place.start(environment: environment)
        #expect(try other.quit() == 0)
        #expect(try left().count == 1, "it is in use")
        try session.send(signal: SIGKILL)
        #expect(try session.waitForExit() == 128 + SIGKILL)
        #expect(try left().count == 1)
        let next = try place.start(environment: environment)
        #expect(try next.quit() == 0)
        #expect(try left().isEmpty)
    }
}
