import Foundation
public import MicroClient
import Secrets

/// What was sent on behalf of a request, so that it could be or was taken: for its token, or to log in.
public struct RecordedErrand: Sendable, Hashable {
    public var purpose: Purpose
    /// "token fetched from http://example.com/token, expires in 3600 s": one line, without secrets.
    public var summary: String
    /// Whether what it was sent for came of it.
    public var isDone: Bool
    /// How many attempts of the request went before it.
    public var attemptsBefore = 0
    /// What went over the wire, with its secrets masked; bodies, and what stood on the wire, are left out, as they are made of secrets. Nil when nothing did: it could
    /// not be built, or another send did it.
    public var exchange: Exchange?
    /// What actions kept of its answer.
    public var captures: [RecordedCapture] = []

    public enum Purpose: Sendable, Hashable {
        /// By the word for what it is asked with: "client_credentials".
        case token(grant: String)
        /// By the request's file: "auth/login.yml".
        case login(path: String)

        /// "login: auth/login.yml"
        public var text: String { "\(word): \(subject)" }

        /// "login"
        public var word: String {
            switch self {
            case .token: "token"
            case .login: "login"
            }
        }

        /// "auth/login.yml"
        public var subject: String {
            switch self {
            case .token(let grant): grant
            case .login(let path): path
            }
        }
    }

    /// - Parameters:
    ///   - summary: secrets are masked in it too.
    ///   - secrets: masked wherever they stand, beside what is known by its name.
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
    /// The exchange with credentials masked by the names of what holds them, by their places and by their values, and without bodies.
    fileprivate func masked(by secrets: SecretSet) -> Exchange {
        let (matcher, places) = (secrets.matcher, secrets.asShown)
        func fields(_ fields: HeaderFields, madeOfSecrets names: Set<String> = []) -> HeaderFields {
            HeaderFields(
                fields.map {
                    let isMade = names.contains($0.name.lowercased())
                    return HeaderField($0.name, isMade ? Redaction.mask : $0.masked(by: matcher))
                })
        }
        return mapping {
            SentRequest(
                method: $0.method, url: matcher.masked(Redaction.url(secrets.hiding($0.url))),
                headers: fields($0.headers, madeOfSecrets: secrets.fieldNames), bodyLength: $0.bodyLength, body: nil)
        } _: { failure in
            var masked = failure
            masked.message = matcher.masked(places.hiding(failure.message))
            return masked
        } _: { hop in
            var masked = hop
            masked.wire = nil
            masked.response?.headers = fields(hop.response?.headers ?? [])
            masked.response?.reason = matcher.masked(hop.response?.reason ?? "")
            masked.trailers = fields(hop.trailers)
            return masked
        }
    }
}

extension HeaderField {
    fileprivate func masked(by secrets: SecretMatcher) -> String {
        if Redaction.isSecret(value, under: name) { return Redaction.mask }
        if Redaction.holdsURL(name) { return secrets.masked(Redaction.url(value)) }
        // The value after a name is kept: the history looks for it in the other texts as well.
        let tokens = TokenShape.all(in: Array(value.utf8)).filter { $0.name == nil }
        return secrets.masked(SecretMatcher.hiding(tokens.map(\.range), in: value))
    }
}
