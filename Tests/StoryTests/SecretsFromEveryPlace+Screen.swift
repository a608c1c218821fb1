import Foundation
import TestSupport
import Testing
import TextGrid

// On screen: each place in one session, in which every secret is another one.

extension SecretsFromEveryPlace {
    /// The places that are tried on screen; those with a collection file of their own are on the command line alone.
    private static let placesOnScreen = Place.all.filter { $0.files["opencollection.yml"] == nil }

    @Test("on screen: panes, tabs, questions, lists, the log and what is copied and saved")
    func screen() throws {
        let (server, places) = (try Self.server(), Self.placesOnScreen)
        let story = try Place.story(places)
        let environment = places.reduce(into: [:]) { $0.merge($1.environment) { $1 } }
        let trust = try ProgramRun(["trust", "--agree"], at: story, environment: environment)
        #expect(trust.status == 0, "\(trust.errors)")
        let session = try story.run(
            [story.collection.path] + Place.options(places, server), size: .large, environment: environment)
        for place in places {
            try session.showRequest("all/\(place.name).yml", named: place.name)
            expectHidden(place, session, "the request")
            try session.type("s")
            try session.waitFor("the question of \(place.name)") { $0.contains("nothing is sent") }
            expectHidden(place, session, "the question")
            try session.press(.down)
            try session.press(.enter)
            try session.waitFor("the end of \(place.name)") { $0.responseTitle.contains("✓ 200") }
            try session.type("3")
            for tab in ["Headers", "Timing", "Wire"] {
                try session.showResponseTab(tab)
                expectHidden(place, session, tab)
            }
        }
        try copyAndShare(session, story)
        try readLists(session, places, story)
        #expect(try session.quit() == 0)
        try expectNoFileHasOne(places, story)
    }

    private func expectHidden(
        _ place: Place, _ session: TerminalSession, _ surface: String, location: SourceLocation = #_sourceLocation
    ) {
        let text = session.screen.text
        #expect(
            place.found(in: Data(text.utf8)) == [], "\(place.name), \(surface): \(text)", sourceLocation: location)
    }

    private func expectAllHidden(_ places: [Place], _ session: TerminalSession, _ surface: String) {
        for place in places { expectHidden(place, session, surface) }
    }

    /// Copies and shares one place of each kind: what is copied is made by the same code as what is exported.
    private func copyAndShare(_ session: TerminalSession, _ story: StoryPlace) throws {
        for place in Place.all where ["queryValue", "jsonBody", "basic"].contains(place.name) {
            try session.showRequest("all/\(place.name).yml", named: place.name)
            for choice in ["URL", "Tab", "curl", "YAML", "client.run", "@Get"] {
                try session.type("y")
                try session.waitFor("what can be copied") { $0.contains("as it is sent, secrets") }
                try session.type(choice)
                try session.press(.enter)
                // The message replaces the keys, so it has to be there before the next key.
                try session.waitFor("that \(choice) was copied") {
                    !$0.contains("as it is sent, secrets") && $0.contains("Copied")
                }
                expectHidden(place, session, choice)
                expectHidden(place, copied: session.screen.clipboard, choice)
            }
            try session.type("3a")
            try session.waitFor("the example") { $0.contains("Enter add") }
            expectHidden(place, session, "the example")
            try session.press(.escape)
            try session.waitFor("the panes") { !$0.contains("Enter add") }
            try session.type("X")
            try session.waitFor("what is shared") { $0.contains("Markdown") }
            expectHidden(place, session, "the share")
            try session.press(.tab)
            try session.press(.tab)
            try session.waitFor("the Markdown") { $0.contains("[Markdown]") && $0.contains("# POST") }
            try session.type("y")
            try session.waitFor("that Markdown was copied") { $0.contains("Copied") }
            expectHidden(place, copied: session.screen.clipboard, "Markdown")
            try session.press(.escape)
            try session.waitFor("the panes") { !$0.responseTitle.isEmpty }
        }
    }

    private func expectHidden(_ place: Place, copied text: String?, _ surface: String) {
        let bytes = text.flatMap { Data(base64Encoded: $0) } ?? Data()
        #expect(!bytes.isEmpty, "\(surface) was not copied")
        #expect(place.found(in: bytes) == [], "\(place.name), \(surface): \(String(decoding: bytes, as: UTF8.self))")
    }

    private func readLists(_ session: TerminalSession, _ places: [Place], _ story: StoryPlace) throws {
        try session.type("HH")
        try session.waitFor("the history") { $0.contains("exchanges") }
        expectAllHidden(places, session, "the history")
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.responseTitle.isEmpty }
        try session.type("4z")
        try session.waitFor("the log alone") { $0.rows.filter { $0.contains("debug") }.count > 10 }
        for _ in 0..<10 {
            expectAllHidden(places, session, "the log")
            try session.step("\u{1b}[5~")
        }
        try session.type("D")
        try session.waitFor("the question for a name") { $0.contains("Save the log") }
        try session.press(.control("u"))
        try session.type(story.home.appendingPathComponent("saved.log").path)
        try session.press(.enter)
        try session.waitFor("that it is saved") { $0.contains("Saved") }
        #expect(FileManager.default.fileExists(atPath: story.home.appendingPathComponent("saved.log").path))
        try session.type("z")
    }
}
