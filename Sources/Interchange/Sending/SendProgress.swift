public import BodyStore
public import Exchanges
public import Foundation
public import MicroClient
public import OpenCollection
public import Secrets

/// Steps of a send, in order.
public enum SendProgress: Sendable {
    case started(Date)
    /// What was read from outside for it: with what is known of now.
    case supplied(OutsideSupply)
    /// It is made, with what is known to be secret in it by now.
    case made(SecretSet)
    /// Nothing was sent; the end.
    case refused(SendRefusal)
    case exchange(Exchange.Event)
    /// The head arrived; the body grows in the store.
    case answering(ResponseHead, BodyStore)
    /// The last byte arrived, or nothing more will: see ``RecordedExchange/failure``.
    case finished(RecordedExchange)
    /// After it: credentials that a redirect to another origin left behind; `isWanted`: the answer seems to miss them.
    case leftBehind([OutsideUse], isWanted: Bool)
    /// A line for the log: what was done for a token.
    case noted(String)
    /// It was answered 401, and this request logs in.
    case loggingIn(ItemPath)
    /// What was sent on its behalf, with what it kept.
    case errand(RecordedErrand)
    case consent(ConsentStep)
    /// After it: the cookies and tokens of an environment as they are now.
    case cookies(EnvironmentCookies, environment: String?)
    case tokens(EnvironmentTokens, environment: String?)
}

/// Steps of getting a token, in order.
public enum TokenProgress: Sendable {
    /// What was read from outside for it.
    case supplied(OutsideSupply)
    /// A line for the log.
    case noted(String)
    case consent(ConsentStep)
    /// There is none; the end.
    case refused(SendRefusal)
    /// It is among these; the end.
    case got(EnvironmentTokens, environment: String?)
}

/// What happens while a person is to agree in a browser.
public enum ConsentStep: Sendable, Hashable {
    case waiting(ConsentPage)
    /// Why the address that was handed over cannot be the answer; another one is waited for.
    case refused(String)
    /// Nobody waits any more.
    case over
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
