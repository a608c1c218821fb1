import Foundation
import MicroClient
import Quoting
import Secrets

/// Masks secret values in an archive wherever they occur.
struct ArchiveRedactor {
    private let matcher: SecretMatcher

    init(_ secrets: Set<ExactText>) { matcher = SecretMatcher(secrets.map(\.text)) }

    var isEmpty: Bool { matcher.isEmpty }

    /// Returns the value with every string in it masked, bodies in base64 too.
    func redacted<Value: ArchiveValue>(_ value: Value) -> Value {
        // Reading the value's own JSON always works: its names and dates are unchanged.
        (try? Value(json: redacted(value.json))) ?? value
    }

    func redacted(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        if let data = entry.request.postData, let text = data.text {
            entry.request.postData?.text = redactedBody(text, data.encoding)
        }
        if let text = entry.response.content.text {
            entry.response.content.text = redactedBody(text, entry.response.content.encoding)
        }
        return (try? HAR.Entry(json: redacted(entry.json))) ?? entry
    }

    private func redacted(_ json: HAR.JSON) -> HAR.JSON {
        switch json {
        case .null, .bool, .number: json
        case .string(let text): .string(matcher.masked(text))
        case .array(let values): .array(values.map(redacted))
        case .object(let members): .object(HAR.Members(members.map(redacted)))
        }
    }

    private func redacted(_ member: HAR.Members.Member) -> HAR.Members.Member {
        let isKnown = Self.knownNames.contains(member.name)
        let value = member.name == "startedDateTime" ? member.value : redacted(member.value)
        return HAR.Members.Member(isKnown ? member.name : matcher.masked(member.name), value)
    }

    /// The names of the format: a secret equal to one of them must not change the structure.
    private static let knownNames = Set(
        """
        log version creator browser pages entries comment name startedDateTime id title pageTimings onContentLoad onLoad pageref time \
        request response cache timings serverIPAddress connection method url httpVersion cookies headers queryString postData \
        headersSize bodySize status statusText content redirectURL value path domain expires httpOnly secure mimeType params text \
        fileName contentType size compression encoding beforeRequest afterRequest lastAccess eTag hitCount blocked dns connect send \
        wait receive ssl
        """.split(separator: " ").map(String.init))

    private func redactedBody(_ text: String, _ encoding: String?) -> String {
        guard encoding?.lowercased() == "base64",
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let redacted = data.withUnsafeBytes({ matcher.maskedIfFound($0.bindMemory(to: UInt8.self)) })
        else { return text }
        return Data(redacted).base64EncodedString()
    }
}
