import BodyView
import TestSupport
import Testing
import TextGrid

@testable import Explorer

/// The uses of a body that is made to break what reads it: the menu of Enter, and copying.
@Suite("Hostile bodies in the hands of a person", .timeLimit(.minutes(10)))
struct HostileUsesTests {
    /// Levels, or lines, for what is done at each of them.
    private static let count = 10_000
    /// A quarter of what a first thread has, in bytes: the state is handed on by value, and has no room on a smaller one where nothing is optimized.
    private static let stack = 2 << 20

    private static func kind(_ body: HostileBody) -> BodyKind {
        switch body {
        case .openElements, .elements, .manyNames, .manyAttributes: .xml
        case .manyColumns: .table
        case .invalidUTF8: .text
        default: .json
        }
    }

    private static func expectClean(_ state: ExplorerState, _ what: String) {
        let found = state.screen.unicodeScalars.filter { HostileText.isForbidden($0) && $0 != "\n" }
        #expect(found.isEmpty, "\(what): \(found.prefix(5).map { String($0.value, radix: 16) })")
    }

    @Test("Enter lists what can be made of its first and its last value", arguments: HostileBody.allCases)
    func uses(body: HostileBody) async throws {
        try await SmallStack.run(size: Self.stack) {
            for key in ["g", "G"] as [KeyStroke] {
                var scene = BodyScene("", columns: 120)
                scene.receive(body.bytes(Self.count), kind: Self.kind(body))
                scene.press("3", key, .enter)
                Self.expectClean(scene.state, "the menu at \(key)")
                let uses = [
                    "copy the value", "copy the jq path", "copy the json pointer", "session variable", "assert",
                    "capture",
                ]
                for use in uses {
                    var scene = scene
                    scene.type(use)
                    scene.press(.enter)
                    Self.expectClean(scene.state, use)
                    scene.press(.enter)
                    Self.expectClean(scene.state, "\(use), answered")
                }
            }
        }
    }

    @Test("each entry of the copy menu is copied, or says why not", arguments: HostileBody.allCases)
    func copies(body: HostileBody) async throws {
        try await SmallStack.run(size: Self.stack) {
            let bytes = body.bytes(Self.count)
            for choice in BodyScene("", columns: 120).state.copyOptions.map(\.title) {
                var scene = BodyScene("", columns: 120)
                scene.receive(bytes, kind: Self.kind(body))
                scene.press("3", "G", "y")
                scene.type(choice)
                scene.press(.enter)
                Self.expectClean(scene.state, choice)
                // What is copied of a body is no more than the body.
                #expect(scene.copied.allSatisfy { $0.utf8.count <= max(bytes.count * 3, 1 << 16) }, "\(choice)")
            }
        }
    }
}
