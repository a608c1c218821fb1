import Foundation
import OpenCollection

/// What a form knows of the token of its credentials.
public struct ShownToken: Sendable, Hashable {
    var settings: OAuth2Settings
    var key: TokenKey
    /// Good or expired; nil: there is none.
    var kept: OAuth2Token?
    /// Whether those of the environment were read.
    var isRead: Bool

    /// What of it has a line of its own.
    public enum Part: Sendable, Hashable { case standing, value, facts, keys }

    var parts: [Part] { value == nil ? [.standing, .keys] : [.standing, .value, .facts, .keys] }

    /// What is sent with requests.
    var value: String? { kept?.value(settings.source) }

    enum Standing: Hashable {
        case unread
        case none
        /// Nil: nobody knows until when.
        case good(until: Date?)
        case expired(Date)
    }

    func standing(at now: Date) -> Standing {
        guard isRead else { return .unread }
        guard let kept, value != nil else { return .none }
        guard let end = kept.expiresAt, !kept.isFresh(at: now) else { return .good(until: kept.expiresAt) }
        return .expired(end)
    }

    /// Whether a new one comes without its owner when it is over.
    var isRefreshed: Bool { settings.refreshesToken && kept?.refreshToken != nil }
}

/// A token that is being got because somebody asked for it.
public struct TokenFetching: Sendable, Hashable {
    var generation: Int
    /// What was shown when it was asked for.
    var path: ItemPath
    var agreed: [OutsideUse]
    var since: Date
    var isCancelling = false
}

/// A page on which a person has to agree in a browser.
public struct ConsentPage: Sendable, Hashable {
    public var url: String
    /// Whether a browser was sent there.
    public var isOpen: Bool
    /// Whether the browser can come back by itself; else the person hands over the address at which it ends.
    public var isHeard: Bool

    public init(url: String, isOpen: Bool, isHeard: Bool) {
        self.url = url
        self.isOpen = isOpen
        self.isHeard = isHeard
    }
}

/// Somebody waits for a page to be agreed to.
public struct ConsentWait: Sendable, Hashable {
    public var page: ConsentPage
    /// Of the effect that waits, when it began to.
    var key: EffectKey
    /// Why the address that was handed over last cannot be the answer.
    public var complaint: String?
}
