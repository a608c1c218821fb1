/// Decides for each answer whether the attempt goes on elsewhere, and with what request.
struct RedirectMachine {
    enum Action {
        /// The answer is the response.
        case deliver
        case follow(WireRequest)
    }

    let policy: RedirectPolicy
    private var followed = 0

    init(policy: RedirectPolicy) { self.policy = policy }

    mutating func answered(_ head: ResponseHead, to request: WireRequest) -> Action {
        guard followed < policy.maximum, [301, 302, 303, 307, 308].contains(head.status),
            let location = head.headers["Location"], let target = Self.target(location, from: request.url)
        else { return .deliver }
        let keepsBody = head.status >= 307 || request.method == .head
        guard !keepsBody || request.body.isReplayable else { return .deliver }
        followed += 1
        return .follow(next(request, target: target, keepsBody: keepsBody))
    }

    /// The absolute URL to go to; nil when it is none that can be followed.
    private static func target(_ location: String, from url: String) -> URLReference? {
        guard let location = PercentEncoding.repaired(location) else { return nil }
        let base = URLReference(url)
        var target = URLReference(location).resolved(against: base)
        // RFC 9110, section 10.2.2: the fragment is inherited.
        target.fragment = target.fragment ?? base.fragment
        guard target.isHTTP, target.host?.isEmpty == false else { return nil }
        return target
    }

    private func next(_ request: WireRequest, target: URLReference, keepsBody: Bool) -> WireRequest {
        var next = request
        next.url = target.text
        if !keepsBody { next.becomeGET() }
        if URLReference(request.url).origin != target.origin {
            for name in policy.droppedAcrossOrigins { next.headers.removeAll(named: name) }
            // It names the origin that is left.
            next.headers.removeAll(named: "Host")
        }
        return next
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
