import Foundation
import OpenCollection

/// The facts that a form shows about the token of its credentials.
public struct ShownToken: Sendable, Hashable {
    package var settings: OAuth2Settings
    package var key: TokenKey
    /// The token, good or expired; nil if there is none.
    package var kept: OAuth2Token?
    /// Whether those of the environment were read.
    package var isRead: Bool

    /// A part that has its own line.
    public enum Part: Sendable, Hashable { case status, value, facts, keys }

    package var parts: [Part] { value == nil ? [.status, .keys] : [.status, .value, .facts, .keys] }

    /// The value that is sent with requests.
    package var value: String? { kept?.value(settings.source) }

    package enum Status: Hashable {
        case unread
        case none
        /// A token that can be used; the date is nil if its end is not known.
        case good(until: Date?)
        case expired(Date)
    }

    package func status(at now: Date) -> Status {
        guard isRead else { return .unread }
        guard let kept, value != nil else { return .none }
        guard let end = kept.expiresAt, !kept.isFresh(at: now) else { return .good(until: kept.expiresAt) }
        return .expired(end)
    }

    /// Whether a new one comes without its owner when it is over.
    package var isRefreshed: Bool { settings.refreshesToken && kept?.refreshToken != nil }
}
