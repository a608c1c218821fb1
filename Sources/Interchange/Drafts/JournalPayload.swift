import Foundation
import OpenCollection

/// A draft as bytes of the journal.
package struct JournalPayload: Codable {
    /// The text that a save would write.
    package var text: String
    /// The text that the file held.
    package var diskText: String
    /// A `microscope.yaml` that says the policies of the collection; nil in drafts of older versions, which have a key for each.
    private var companion: String?

    /// - Parameter text: The text that a save of the entry would write.
    /// - Throws: if the policies cannot be written.
    package init(_ entry: JournalEntry, text: String) throws {
        (self.text, diskText) = (text, entry.diskText)
        companion = try CompanionFile().saving(entry.content.policies, for: .collection).text
    }

    /// - Throws: if the bytes are not a draft, or its file cannot be read.
    package static func draft(_ payload: Data, of path: ItemPath) throws -> RestoredDraft {
        let draft = try JSONDecoder().decode(JournalPayload.self, from: payload)
        return RestoredDraft(
            path: path, file: try FormFile.read(text: draft.text, at: path),
            policies: try CompanionFile.read(text: draft.companion ?? older(payload)).collection,
            diskText: draft.diskText)
    }

    /// The companion that older versions would have written: JSON is YAML.
    private static func older(_ payload: Data) throws -> String {
        let said = try JSONSerialization.jsonObject(with: payload) as? [String: Any] ?? [:]
        var policies = ["retry": said["retry"], "login": said["login"], "history": said["keepsHistory"]]
            .compactMapValues(\.self)
        policies["tls"] = said["verifiesTLS"].map { ["verify": $0] }
        let file = try JSONSerialization.data(
            withJSONObject: ["version": 1, "collection": policies], options: .withoutEscapingSlashes)
        return String(decoding: file, as: UTF8.self)
    }
}
