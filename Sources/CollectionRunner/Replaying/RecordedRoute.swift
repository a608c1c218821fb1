import Exchanges
import Foundation
import MicroClient
import Text

/// The redirects that a recorded request followed. Its replay follows these, with the recorded methods and bodies, and no other.
struct RecordedRoute: Sendable {
    let steps: [Step]
    /// The rule that explains the recorded methods; where none does, the replay ends at the redirect that no rule explains.
    let methodChange: RedirectPolicy.MethodChange

    struct Step: Sendable {
        let status: Int
        let method: HTTPMethod
        let hasBody: Bool
        let target: RecordedTarget
    }

    /// - Parameter values: The values of the markers in the recorded addresses.
    init(_ recorded: Exchange, _ values: ReplayValues) {
        let attempt = recorded.attempts.last
        steps = (attempt?.followedRedirects ?? []).map { redirect in
            Step(
                status: redirect.status, method: redirect.request.method, hasBody: redirect.request.hasBody,
                target: RecordedTarget(redirect.request.url) { values.value(named: $0) })
        }
        methodChange = Self.methodChange(of: attempt?.request.method ?? .get, steps)
    }

    /// Whether a redirect is the recorded one.
    @Sendable func allows(followed: Int, status: Int, next: WireRequest) -> Bool {
        guard steps.indices.contains(followed) else { return false }
        let step = steps[followed]
        // 301, 302 and 303 may change a method; 307 and 308 never do.
        return (step.status < 307) == (status < 307) && step.method == next.method
            && step.hasBody == (next.body.length != 0) && step.target.matches(next.url)
    }

    private static func methodChange(of first: HTTPMethod, _ steps: [Step]) -> RedirectPolicy.MethodChange {
        let rules: [RedirectPolicy.MethodChange] = [.everyMethod, .likeBrowsers, .seeOtherOnly]
        return rules.first { rule in
            zip([first] + steps.map(\.method), steps).allSatisfy { method, step in
                step.method == (rule.makesGET(of: method, after: step.status) ? .get : method)
            }
        } ?? .everyMethod
    }
}

/// The address of a recorded redirect, in which markers hide what was secret.
struct RecordedTarget: Sendable {
    private let parts: [Part]

    private enum Part: Sendable {
        case text(String.UTF8View)
        /// A known value in any of these spellings.
        case known([String])
        /// An unknown value, such as a code for one use.
        case unknown
    }

    /// - Parameter value: the secret of a marker, by its name; nil when it is not known.
    init(_ kept: String, value: (String) -> String?) {
        var (parts, rest) = ([Part](), kept.utf8[...])
        while let start = rest.firstRange(of: "{{".utf8), let end = rest[start.upperBound...].firstRange(of: "}}".utf8)
        {
            parts.append(.text(String(Substring(rest[..<start.lowerBound])).utf8))
            let secret = value(String(Substring(rest[start.upperBound..<end.lowerBound])))
            parts.append(secret.map { .known(Self.spellings(of: $0)) } ?? .unknown)
            rest = rest[end.upperBound...]
        }
        self.parts = parts + [.text(String(Substring(rest)).utf8)]
    }

    /// Whether an address is the recorded one. A value that is no longer known may be anything within a parameter of the query; elsewhere it
    /// matches nothing, since another path or host is another thing.
    func matches(_ url: String) -> Bool { Self.matches(Array(url.utf8)[...], parts[...], isInQuery: false) }

    private static func matches(_ bytes: ArraySlice<UInt8>, _ parts: ArraySlice<Part>, isInQuery: Bool) -> Bool {
        guard let part = parts.first else { return bytes.isEmpty }
        let rest = parts.dropFirst()
        switch part {
        case .text(let text):
            guard bytes.starts(with: text) else { return false }
            return matches(bytes.dropFirst(text.count), rest, isInQuery: isInQuery || text.contains(UInt8(ascii: "?")))
        case .known(let spellings):
            return spellings.contains {
                bytes.starts(with: $0.utf8) && matches(bytes.dropFirst($0.utf8.count), rest, isInQuery: isInQuery)
            }
        case .unknown:
            let end = bytes.firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
            return isInQuery && matches(bytes[end...], rest, isInQuery: true)
        }
    }

    private static func spellings(of secret: String) -> [String] {
        [secret, PercentCoding.encode(secret, keeping: PercentCoding.isUnreserved)]
    }
}

extension Exchange.SentRequest {
    fileprivate var hasBody: Bool { (bodyLength ?? (headers.contains(named: "Transfer-Encoding") ? 1 : 0)) != 0 }
}
