public import BodyStore
public import Exchanges
public import Foundation
public import MicroClient
public import OpenCollection
public import Secrets

/// Steps of a send, in order.
public enum SendProgress: Sendable {
    case started(Date)
    /// The values read from outside, with all that is known so far.
    case supplied(OutsideSupply)
    /// The request is made; the secrets in it that are known by now.
    case made(SecretSet)
    /// The reason why nothing was sent; the end.
    case refused(SendRefusal)
    case exchange(Exchange.Event)
    /// The head arrived; the body grows in the store.
    case receiving(ResponseHead, BodyStore)
    /// The last byte arrived, or nothing more will: see ``RecordedExchange/failure``.
    case finished(RecordedExchange)
    /// Credentials that a redirect to another origin left out, after the send; `isWanted`: the response seems to need them.
    case strippedCredentials([OutsideUse], isWanted: Bool)
    /// A line for the log: what was done for a token.
    case noted(String)
    /// The response was 401, and this request logs in.
    case loggingIn(ItemPath)
    /// A helper request that was sent, with what was captured.
    case auxiliary(AuxiliaryExchange)
    case consent(ConsentStep)
    /// The cookies and tokens of an environment as they are now, after the send.
    case cookies(EnvironmentCookies, environment: String?)
    case tokens(EnvironmentTokens, environment: String?)
}

/// Steps of getting a token, in order.
public enum TokenProgress: Sendable {
    /// The values read from outside for it.
    case supplied(OutsideSupply)
    /// A line for the log.
    case noted(String)
    case consent(ConsentStep)
    /// The reason why there is no token; the end.
    case refused(SendRefusal)
    /// The tokens, the new one among them; the end.
    case got(EnvironmentTokens, environment: String?)
}

/// A step while the user agrees in a browser.
public enum ConsentStep: Sendable, Hashable {
    case waiting(ConsentPage)
    /// Why the pasted address is not accepted; another one is waited for.
    case refused(String)
    /// The wait is over.
    case over
}

/// A page on which the user has to agree in a browser.
public struct ConsentPage: Sendable, Hashable {
    public var url: String
    /// Whether a browser was sent there.
    public var isOpen: Bool
    /// Whether the browser can come back by itself; else the user pastes the address at which it ends.
    public var isHeard: Bool

    public init(url: String, isOpen: Bool, isHeard: Bool) {
        self.url = url
        self.isOpen = isOpen
        self.isHeard = isHeard
    }
}
