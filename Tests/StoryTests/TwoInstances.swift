import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: two instances on one collection", .serialized)
struct TwoInstances {
    private let path = "users/get.yml"

    @Test("what one saves the other merges; a field that both change is decided by a person, and nothing is lost")
    func both() throws {
        let place = try StoryPlace()
        let before = try place.text(of: path)
        let (first, second) = (try place.start(), try place.start())
        for session in [first, second] { try session.waitUntilWatching(place) }

        // Both edit one request: one its path parameter, the other its URL.
        try second.showRequest("users/get", named: "Get user")
        try second.type("2i")
        try second.waitFor("the field open") { $0.cursor != nil }
        try second.type("?full=yes")
        try second.press(.escape)
        try second.waitFor("my draft") { $0.contains("?full=yes") && $0.contains("●") }
        try first.changeUser(to: "17")
        try first.type("w")
        try first.waitFor("Saved users/get.yml")
        try second.waitFor("both changes in one draft") {
            $0.contains("merged into the draft") && $0.contains("/users/17?full=yes") && $0.contains("●")
        }
        try second.type("w")
        try second.waitFor("Saved users/get.yml")
        let saved = try place.text(of: path)
        #expect(saved.contains("value: \"17\" # 1 to 25 after a start") && saved.contains("/users/:id?full=yes"))
        #expect(saved.split(separator: "\n").count >= before.split(separator: "\n").count)
        try first.waitFor("what the other saved") { $0.contains("/users/17?full=yes") && !$0.contains("●") }

        // Both change one field.
        try first.changeUser(to: "18")
        try second.changeUser(to: "19")
        try second.type("w")
        try second.waitFor("Saved users/get.yml")
        try first.waitFor("≠ changed on disk")
        try first.type("w")
        try first.waitFor("Merge by field")
        try first.press(.enter)
        try first.waitFor("the field") { $0.row(with: "Path parameter id").contains("18") }
        try first.type("t")
        try first.press(.enter)
        try first.waitFor("theirs") { $0.contains("/users/19") && !$0.contains("●") }
        #expect(try place.text(of: path) == saved.edited("value: \"17\"", "value: \"19\""))
        #expect(try first.quit() == 0)
        #expect(try second.quit() == 0)
    }
}
