import Foundation
public import MicroClient
import Secrets

/// A helper request, sent so that a request can be sent or is accepted: for its token, or to log in.
public struct AuxiliaryExchange: Sendable, Hashable {
    public var purpose: Purpose
    /// The result in one line, without secrets: "token fetched from http://example.com/token, expires in 3600 s".
    public var summary: String
    /// Whether it succeeded.
    public var isDone: Bool
    /// The number of attempts of the request before it.
    public var attemptsBefore = 0
    /// The traffic, with its secrets masked; bodies and raw traffic are left out, as they are made of secrets. nil if there was none: it could
    /// not be built, or another send did it.
    public var exchange: Exchange?
    /// The variables that actions captured from its response.
    public var captures: [RecordedCapture] = []

    public enum Purpose: Sendable, Hashable {
        /// A token, by its grant type: "client_credentials".
        case token(grant: String)
        /// A login, by the request's file: "auth/login.yml".
        case login(path: String)

        /// The purpose and its subject: "login: auth/login.yml".
        public var text: String { "\(word): \(subject)" }

        /// The purpose in one word: "login".
        public var word: String {
            switch self {
            case .token: "token"
            case .login: "login"
            }
        }

        /// The subject: "auth/login.yml".
        public var subject: String {
            switch self {
            case .token(let grant): grant
            case .login(let path): path
            }
        }
    }

    /// - Parameters:
    ///   - summary: The result in one line; secrets are masked in it, too.
    ///   - secrets: The secrets that are masked anywhere, besides those known by their names.
    public init(
        _ purpose: Purpose, summary: String, isDone: Bool, exchange: Exchange?, secrets: SecretSet = SecretSet()
    ) {
        self.purpose = purpose
        self.summary = secrets.masked(summary)
        self.isDone = isDone
        self.exchange = exchange?.masked(by: secrets)
    }
}

extension Exchange {
    /// Returns the exchange with credentials masked by their names, by their places and by their values, and without bodies.
    fileprivate func masked(by secrets: SecretSet) -> Exchange {
        // The value after a name is kept: the history looks for it in the other texts as well.
        let masking = SecretMasking(secrets, by: SecretScan(keepsPairs: true))
        let places = secrets.asShown
        return without(wire: true).mappingTexts { part, text in
            masking.masked(part == .words ? places.hiding(text) : text, as: part)
        }
    }
}
