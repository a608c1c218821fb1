import Foundation
import OpenCollection

/// What a form knows of the token of its credentials.
public struct ShownToken: Sendable, Hashable {
    package var settings: OAuth2Settings
    package var key: TokenKey
    /// Good or expired; nil: there is none.
    package var kept: OAuth2Token?
    /// Whether those of the environment were read.
    package var isRead: Bool

    /// What of it has a line of its own.
    public enum Part: Sendable, Hashable { case standing, value, facts, keys }

    package var parts: [Part] { value == nil ? [.standing, .keys] : [.standing, .value, .facts, .keys] }

    /// What is sent with requests.
    package var value: String? { kept?.value(settings.source) }

    package enum Standing: Hashable {
        case unread
        case none
        /// Nil: nobody knows until when.
        case good(until: Date?)
        case expired(Date)
    }

    package func standing(at now: Date) -> Standing {
        guard isRead else { return .unread }
        guard let kept, value != nil else { return .none }
        guard let end = kept.expiresAt, !kept.isFresh(at: now) else { return .good(until: kept.expiresAt) }
        return .expired(end)
    }

    /// Whether a new one comes without its owner when it is over.
    package var isRefreshed: Bool { settings.refreshesToken && kept?.refreshToken != nil }
}
