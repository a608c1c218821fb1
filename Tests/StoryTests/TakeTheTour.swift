import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the first start, and the tour", .serialized)
struct TakeTheTour {
    private func start(_ place: StoryPlace, _ arguments: [String], size: Size = .small) throws -> TerminalSession {
        try place.run(["demo", "--var", "baseUrl=\(place.server.baseURL)"] + arguments, size: size)
    }

    private func answer(_ place: StoryPlace) -> String? {
        try? String(contentsOf: place.home.appendingPathComponent("state/tour"), encoding: .utf8)
    }

    @Test("each step is done for real, to the end, which names where to read on", arguments: [Size.small, .large])
    func whole(size: Size) throws {
        let place = try StoryPlace([:])
        let session = try start(place, ["--tour"], size: size)
        try session.waitFor("Tour 1 of 8")
        #expect(session.screen.contains("F2 skips  Esc leaves"))
        try session.type("s")
        try session.waitFor("Tour 2 of 8")
        #expect(session.screen.responseTitle.contains("✓ 200 OK"))
        try session.type("3")
        try session.showResponseTab("Timing")
        try session.waitFor("Tour 3 of 8")
        try session.type("[[")
        try session.waitFor("the body again") { $0.responseTab == "Body" }
        try session.press(.down)
        try session.type(" ")
        try session.waitFor("Tour 4 of 8")
        try session.type("2]")
        try session.waitFor("the headers") { $0.requestTab == "Headers" }
        try session.type("a")
        try session.type("X-Tour")
        try session.press(.escape)
        try session.waitFor("Tour 5 of 8")
        #expect(session.screen.row(with: "› List users").contains("●"))
        try session.type("X")
        try session.waitFor("Tour 6 of 8")
        try session.type("H")
        try session.waitFor("Tour 7 of 8")
        #expect(session.screen.contains("History of users/list"))
        try session.type("R")
        try session.waitFor("Tour 8 of 8")
        // The verdict comes above what is shown; Esc closes it.
        try session.waitFor("the verdict") { $0.contains("n next") || $0.contains("Compared") }
        try session.press(.escape)
        try session.waitFor("the panes") { $0.contains(" 3 Response") }
        try session.type(":")
        try session.waitFor("The end of the tour")
        #expect(session.screen.contains("microscope manual job-explore"))
        try session.press(.escape)
        try session.press(.escape)
        try session.waitFor("the whole screen again") { !$0.contains("The end of the tour") }
        #expect(session.screen.text(row: size.rows - 1).contains("help"))
        #expect(try session.quit() == 0)
        #expect(answer(place) == "taken\n")
    }

    @Test("is offered at the first start of the demo in a line that takes no key; declined, it is not offered again")
    func offered() throws {
        let place = try StoryPlace([:])
        let session = try start(place, [])
        try session.waitFor("New here? F2: take the 1-minute tour.")
        try session.type("j")
        try session.waitFor("the next request, and still the line") {
            $0.contains("› Get user ") && $0.text(row: 23).contains("New here?")
        }
        try session.press(.escape)
        try session.waitFor("no line") { !$0.contains("New here?") }
        #expect(try session.quit() == 0)
        #expect(answer(place) == "declined\n")
        let again = try start(place, [])
        try again.waitFor("› Get user ")
        #expect(!again.screen.contains("New here?"))
        #expect(try again.quit() == 0)
    }

    @Test("a yes begins it; skipping leads on, Esc leaves")
    func accepted() throws {
        let place = try StoryPlace([:])
        let session = try start(place, [])
        try session.waitFor("New here?")
        try session.press(.function(2))
        try session.waitFor("Tour 1 of 8")
        try session.press(.function(2))
        try session.waitFor("Tour 2 of 8")
        try session.press(.escape)
        try session.waitFor("You left the tour; : tour starts it again.")
        #expect(try session.quit() == 0)
        #expect(answer(place) == "taken\n")
    }

    @Test("the start screen has it, and the palette over any collection")
    func entries() throws {
        let place = try StoryPlace([:])
        let session = try place.run([], size: .large, in: place.home)
        try session.waitFor("Microscope: open a collection")
        try session.type("tour")
        try session.press(.enter)
        try session.waitFor("Tour 1 of 8")
        try session.press(.escape)
        try session.waitFor("You left the tour")
        try session.type(":")
        try session.waitFor("Actions")
        try session.type("take the tour")
        try session.press(.enter)
        try session.waitFor("Tour 1 of 8")
        #expect(try session.quit() == 0)
    }
}
