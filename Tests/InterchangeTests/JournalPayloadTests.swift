import Foundation
import OpenCollection
import Testing

@testable import Interchange

@Suite("JournalPayload")
struct JournalPayloadTests {
    private static let text = "info:\n  name: Get\n  type: http\n\nhttp:\n  method: GET\n  url: /\n"

    @Test("gives back the draft with all its policies")
    func roundTrip() throws {
        var policies = RequestPolicies()
        (policies.verifiesTLS, policies.login, policies.keepsHistory) = (false, .request("users/log in.yml"), true)
        var retry = RetrySettings(count: 2)
        (retry.base, retry.methods, retry.statuses) = (0.1, ["GET"], [503])
        policies.retry = retry
        for policies in [policies, RequestPolicies()] {
            let file = try FormFile.read(text: Self.text, at: "a.yml")
            let entry = JournalEntry(path: "a.yml", base: file, content: file.content(policies), diskText: "disk")
            let payload = try JSONEncoder().encode(JournalPayload(entry, text: Self.text))
            #expect(
                try JournalPayload.draft(payload, of: "a.yml")
                    == RestoredDraft(path: "a.yml", file: file, policies: policies, diskText: "disk"))
        }
    }

    @Test("reads drafts of older versions, which have a key for each policy")
    func older() throws {
        var old: [String: Any] = [
            "text": Self.text, "diskText": "disk", "verifiesTLS": true, "login": "users/log in.yml",
            "keepsHistory": false,
            "retry": ["count": 3, "backoff": "constant", "cap": 2.5, "statuses": [500, 503]],
        ]
        let draft = try JournalPayload.draft(JSONSerialization.data(withJSONObject: old), of: "a.yml")
        #expect(draft.file.text == Self.text && draft.diskText == "disk")
        #expect(draft.policies.verifiesTLS == true && draft.policies.keepsHistory == false)
        #expect(draft.policies.login == .request("users/log in.yml"))
        var retry = RetrySettings(count: 3)
        (retry.backoff, retry.cap, retry.statuses) = ("constant", 2.5, [500, 503])
        #expect(draft.policies.retry == retry)

        old = ["text": Self.text, "diskText": "disk"]
        let plain = try JournalPayload.draft(JSONSerialization.data(withJSONObject: old), of: "a.yml")
        #expect(plain.policies == RequestPolicies())
    }
}
