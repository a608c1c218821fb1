import Foundation
public import MicroClient

extension Exchange {
    /// A redirect that is the response although it was to be followed: it exceeds the maximum, as in a loop, or leads to another scheme than HTTP.
    public var unfollowedRedirect: UnfollowedRedirect? {
        guard let hops = attempts.last?.hops, let response = hops.last?.response, response.isRedirect,
            let location = response.headers["Location"]
        else { return nil }
        let redirect = UnfollowedRedirect(followed: redirectCount, location: location)
        return redirect.followed > 0 || redirect.foreignScheme != nil ? redirect : nil
    }

    /// The number of redirects that the last attempt followed.
    public var redirectCount: Int { count { $0.isRedirect } }

    /// The number of challenges for credentials in the last attempt.
    public var challengeCount: Int { count { [401, 407].contains($0.status) } }

    private func count(_ isCounted: (ResponseHead) -> Bool) -> Int {
        attempts.last?.hops.dropLast().count { $0.response.map(isCounted) ?? false } ?? 0
    }

    /// Whether the response is a redirect that names several places, so that none is followed.
    public var hasSeveralLocations: Bool {
        guard let response = attempts.last?.hops.last?.response, response.isRedirect else { return false }
        return Set(response.headers.values(for: "Location").map { $0.trimmingCharacters(in: .whitespaces) }).count > 1
    }
}

extension ResponseHead {
    fileprivate var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

/// The redirect at which following stopped.
public struct UnfollowedRedirect: Sendable, Hashable {
    /// The number of redirects that were followed.
    public let followed: Int
    /// The target of the redirect, as the server wrote it.
    public let location: String

    /// The scheme of the target, in lower case; nil for HTTP.
    ///
    /// - Source: RFC 3986, section 3.1.
    public var foreignScheme: String? {
        guard let colon = location.utf8.firstIndex(of: UInt8(ascii: ":")), colon != location.startIndex else {
            return nil
        }
        let scheme = location[..<colon].lowercased()
        let isScheme = scheme.utf8.enumerated().allSatisfy { index, byte in
            (0x61...0x7A).contains(byte) || index > 0 && ((0x30...0x39).contains(byte) || "+-.".utf8.contains(byte))
        }
        return isScheme && !["http", "https"].contains(scheme) ? scheme : nil
    }
}
