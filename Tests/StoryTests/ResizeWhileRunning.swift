import TestSupport
import Testing
import TextGrid

@Suite("Story: resize while a request runs", .serialized)
struct ResizeWhileRunning {
    @Test("every size is drawn whole, and the answer arrives")
    func resize() throws {
        let gate = Latch()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil, gate.wait() else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"late\": 1}")
        }
        let session = try StoryPlace().start(size: .small, variables: ["baseUrl": server.baseURL])
        try session.showRequest("behaviour/slow.yml", named: "Slow")
        try session.type("s")
        try session.waitForResponse("… running")
        for size in [Size.large, Size(columns: 70, rows: 16), Size(columns: 100, rows: 30)] {
            try session.resize(size)
            try session.waitFor("all panes at \(size.columns)x\(size.rows)") { screen in
                screen.contains(" 1 Demo ") && screen.contains("› Slow ") && screen.responseTitle.contains("… running")
                    && screen.text(row: size.rows - 1).contains("Esc cancel")
            }
            #expect(session.screen.rows.allSatisfy { !$0.contains("Too small") })
        }
        try session.resize(Size(columns: 39, rows: 16))
        try session.waitFor("Too small: 39x16.")
        try session.resize(.small)
        try session.waitFor("all panes again") { $0.contains(" 1 Demo ") && $0.responseTitle.contains("… running") }
        gate.open()
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("\"late\": 1")
        #expect(try session.quit() == 0)
    }
}
