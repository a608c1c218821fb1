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
        self.exchange = exchange?.withoutSecrets(secrets.matcher, secrets)
    }
}

extension Exchange {
    /// Credentials masked by the names of what holds them and by their values, and no bodies.
    fileprivate func withoutSecrets(_ secrets: SecretMatcher, _ places: SecretSet) -> Exchange {
        var masked = self
        masked.request = request.withoutSecrets(secrets, places)
        for attempt in masked.attempts.indices {
            masked.attempts[attempt].request = masked.attempts[attempt].request.withoutSecrets(secrets, places)
            if case .failure(let failure) = masked.attempts[attempt].outcome {
                masked.attempts[attempt].outcome = .failure(failure.withoutSecrets(secrets, places))
            }
            for hop in masked.attempts[attempt].hops.indices {
                let seen = masked.attempts[attempt].hops[hop]
                masked.attempts[attempt].hops[hop].wire = nil
                masked.attempts[attempt].hops[hop].request = seen.request.withoutSecrets(secrets, places)
                masked.attempts[attempt].hops[hop].failure = seen.failure?.withoutSecrets(secrets, places)
                masked.attempts[attempt].hops[hop].response?.headers =
                    seen.response?.headers.withoutSecrets(secrets) ?? []
            }
        }
        return masked
    }
}

extension Exchange.Failure {
    fileprivate func withoutSecrets(_ secrets: SecretMatcher, _ places: SecretSet) -> Exchange.Failure {
        var masked = self
        masked.message = secrets.masked(places.hiding(inText: message))
        return masked
    }
}

extension Exchange.SentRequest {
    fileprivate func withoutSecrets(_ secrets: SecretMatcher, _ places: SecretSet) -> Exchange.SentRequest {
        Exchange.SentRequest(
            method: method, url: secrets.masked(Redaction.url(places.hiding(url))),
            headers: headers.withoutSecrets(secrets, places.fieldNames),
            bodyLength: bodyLength, body: nil)
    }
}

extension HeaderFields {
    fileprivate func withoutSecrets(_ secrets: SecretMatcher, _ fields: Set<String> = []) -> HeaderFields {
        HeaderFields(
            map { field in
                let isSecret =
                    fields.contains(field.name.lowercased()) || Redaction.isSecret(field.value, under: field.name)
                if isSecret { return HeaderField(field.name, Redaction.mask) }
                if Redaction.holdsURL(field.name) {
                    return HeaderField(field.name, secrets.masked(Redaction.url(field.value)))
                }
                // The value after a name is kept: the history looks for it in the other texts as well.
                let tokens = TokenShape.all(in: Array(field.value.utf8)).filter { $0.name == nil }
                let shown = SecretMatcher.hiding(tokens.map(\.range), in: field.value)
                return HeaderField(field.name, secrets.masked(shown))
            })
    }
}
