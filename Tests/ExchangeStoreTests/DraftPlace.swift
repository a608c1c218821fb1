import Foundation

@testable import ExchangeStore

/// A directory of a test's own for its journal of drafts; it is gone with the test.
final class DraftPlace {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var path: String { directory.appendingPathComponent("state/drafts.sqlite").path }

    deinit { try? FileManager.default.removeItem(at: directory) }
}

func draft(_ item: String, _ text: String = "{}", of collection: String = "/api", at seconds: Double = 100)
    -> DraftRecord
{
    DraftRecord(
        collection: collection, item: item, payload: Data(text.utf8), baseHash: "abc",
        updatedAt: Date(timeIntervalSince1970: seconds))
}
