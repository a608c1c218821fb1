import Foundation
import Text

/// Decides for each response whether the attempt continues elsewhere, and with which request.
struct RedirectMachine {
    enum Action {
        /// Return the response to the caller.
        case deliver
        case follow(WireRequest)
    }

    let policy: RedirectPolicy
    private let forwardedFields: @Sendable (_ origin: String) -> [String]
    private let allows: (@Sendable (Int, Int, WireRequest) -> Bool)?
    private var followed = 0

    /// - Parameters:
    ///   - forwardedFields: The closure of ``SendOptions/forwardedFields``.
    ///   - allows: Returns false for redirects to refuse; nil refuses none.
    init(
        policy: RedirectPolicy, forwardedFields: @escaping @Sendable (_ origin: String) -> [String] = { _ in [] },
        allows: (@Sendable (Int, Int, WireRequest) -> Bool)? = nil
    ) {
        self.policy = policy
        self.forwardedFields = forwardedFields
        self.allows = allows
    }

    mutating func received(_ head: ResponseHead, to request: WireRequest) -> Action {
        guard followed < policy.maximum, [301, 302, 303, 307, 308].contains(head.status),
            let location = Self.location(in: head), let next = next(request, to: location, after: head.status),
            allows?(followed, head.status, next) ?? true
        else { return .deliver }
        followed += 1
        return .follow(next)
    }

    /// Returns the location that the response names; nil when it names none, or several.
    private static func location(in head: ResponseHead) -> String? {
        let locations = head.headers.values(for: "Location").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let location = locations.first, !location.isEmpty,
            locations.allSatisfy({ $0.utf8.elementsEqual(location.utf8) })
        else { return nil }
        return location
    }

    private func next(_ request: WireRequest, to location: String, after status: Int) -> WireRequest? {
        let base = URLReference(request.url)
        guard let target = URLReference.target(location, from: base), !isForbiddenDowngrade(from: base, to: target)
        else { return nil }
        var next = request
        next.url = target.text
        if policy.methodChange.makesGET(of: request.method, after: status) {
            next.becomeGET()
        } else if !request.body.isReplayable {
            return nil
        }
        if policy.keepsBodyFromOtherOrigins, base.origin != target.origin, next.body.length != 0 { return nil }
        if base.origin != target.origin { next.leaveOrigin(policy, forwarding: forwardedFields(target.origin.text)) }
        return next
    }

    private func isForbiddenDowngrade(from base: URLReference, to target: URLReference) -> Bool {
        !policy.allowsDowngrade && base.origin.scheme == "https" && target.origin.scheme != "https"
    }
}

extension URLReference {
    /// Returns the target of a `Location`; nil when no request can be sent there.
    fileprivate static func target(_ location: String, from base: URLReference) -> URLReference? {
        let reference = URLReference(location)
        var target = reference.resolved(against: base)
        guard target.isHTTP, let authority = target.authority.flatMap(converted) else { return nil }
        target.authority = authority
        if reference.authority != nil {
            target.userInformation = target.origin == base.origin ? base.userInformation : nil
        }
        // RFC 9110, section 10.2.2: the fragment is inherited.
        target.fragment = target.fragment ?? base.fragment
        guard let text = PercentCoding.repaired(target.text), isSendable(text) else { return nil }
        return URLReference(text)
    }
}

extension WireRequest {
    /// Drops what was meant for the origin that is left.
    fileprivate mutating func leaveOrigin(_ policy: RedirectPolicy, forwarding forwarded: [String]) {
        for name in policy.droppedAcrossOrigins {
            let field = HeaderField(name, "")
            if !forwarded.contains(where: field.isNamed) { headers.removeAll(named: name) }
            if field.isNamed("Authorization") { options.authentication = nil }
        }
        headers.removeAll(named: "Host")
        options.tls.clientCertificate = nil
        options.unixSocketPath = nil
        options.connectTarget = nil
    }
}

extension WireRequest {
    fileprivate mutating func becomeGET() {
        method = .get
        body = .none
        for name in Self.fieldsOfABody { headers.removeAll(named: name) }
    }

    private static let fieldsOfABody = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
        "Transfer-Encoding",
        "Trailer", "Expect",
    ]
}
