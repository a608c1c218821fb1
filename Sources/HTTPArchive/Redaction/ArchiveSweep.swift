import Foundation
import MicroClient
import Quoting
import Secrets

/// Masks secret values in an archive wherever they occur.
struct ArchiveSweep {
    private let sweep: SecretMatcher

    init(_ secrets: Set<ExactText>) { sweep = SecretMatcher(secrets.map(\.text)) }

    var isEmpty: Bool { sweep.isEmpty }

    /// Returns the value with every string in it masked, bodies in base64 too.
    func swept<Value: ArchiveValue>(_ value: Value) -> Value {
        // Reading the value's own JSON always works: its names and dates are unchanged.
        (try? Value(json: swept(value.json))) ?? value
    }

    func swept(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        if let data = entry.request.postData, let text = data.text {
            entry.request.postData?.text = sweptBody(text, data.encoding)
        }
        if let text = entry.response.content.text {
            entry.response.content.text = sweptBody(text, entry.response.content.encoding)
        }
        return (try? HAR.Entry(json: swept(entry.json))) ?? entry
    }

    private func swept(_ json: HAR.JSON) -> HAR.JSON {
        switch json {
        case .null, .bool, .number: json
        case .string(let text): .string(sweep.masked(text))
        case .array(let values): .array(values.map(swept))
        case .object(let members): .object(HAR.Members(members.map(swept)))
        }
    }

    private func swept(_ member: HAR.Members.Member) -> HAR.Members.Member {
        let isKnown = Self.knownNames.contains(member.name)
        let value = member.name == "startedDateTime" ? member.value : swept(member.value)
        return HAR.Members.Member(isKnown ? member.name : sweep.masked(member.name), value)
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

    private func sweptBody(_ text: String, _ encoding: String?) -> String {
        guard encoding?.lowercased() == "base64",
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let swept = data.withUnsafeBytes({ sweep.swept($0.bindMemory(to: UInt8.self)) })
        else { return text }
        return Data(swept).base64EncodedString()
    }
}
