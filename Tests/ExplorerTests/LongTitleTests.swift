import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite struct LongTitleTests {
    @Test("a question before a send is shown whole, however narrow the screen", arguments: [60, 80, 120])
    func protected(columns: Int) {
        var state = Explorers.state(columns: columns, rows: 24)
        let url = "https://api.example/" + (1...20).map { "segment\($0)/" }.joined() + "the-end"
        state.askAbout(
            ProtectedChange(path: "a.yml", words: "DELETE \(url)"), in: "prod",
            Chooser.Option("Stay", detail: "nothing is sent")
        ) { _ in [] }
        let rows = state.screen.split(separator: "\n").map { $0.dropFirst(3).dropLast(3) }
        let text = rows.joined().filter { !" ─".contains($0) }
        #expect(text.contains("DELETE" + url), "\(state.screen)")
        #expect(state.screen.contains("Stay") && state.screen.contains("Send to prod"))
    }
}
