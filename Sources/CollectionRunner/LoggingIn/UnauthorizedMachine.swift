/// What is done about an answer 401: other credentials are got and the request is sent again, by each way at most once.
struct UnauthorizedMachine: Sendable, Hashable {
    /// Whether a token was sent that can be replaced without a person.
    private var canReplaceToken: Bool
    private var canLogIn: Bool

    enum Action: Sendable, Hashable {
        /// The answer is the send's.
        case deliver
        case replaceToken
        case logIn
        case sendAgain
    }

    init(canReplaceToken: Bool, canLogIn: Bool) {
        self.canReplaceToken = canReplaceToken
        self.canLogIn = canLogIn
    }

    /// Whether the answer has to wait until it is known what comes of it.
    var mayAct: Bool { canReplaceToken || canLogIn }

    /// A token of its own is the nearer way: it comes first.
    ///
    /// - Parameter status: nil: there is no whole answer.
    mutating func answered(_ status: Int?) -> Action {
        guard status == 401, mayAct else { return .deliver }
        if canReplaceToken {
            canReplaceToken = false
            return .replaceToken
        }
        canLogIn = false
        return .logIn
    }

    mutating func gotCredentials() -> Action { .sendAgain }

    /// No other way is tried: the answer says more than a second failure.
    mutating func gotNone() -> Action {
        (canReplaceToken, canLogIn) = (false, false)
        return .deliver
    }
}
