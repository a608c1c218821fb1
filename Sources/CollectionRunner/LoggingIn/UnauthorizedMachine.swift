/// Decides what to do about a response 401: get other credentials and send the request again, each way at most once.
struct UnauthorizedMachine: Sendable, Hashable {
    /// Whether a token was sent that can be replaced without a person.
    private var canReplaceToken: Bool
    private var canLogIn: Bool

    enum Action: Sendable, Hashable {
        /// The response is the result of the send.
        case deliver
        case replaceToken
        case logIn
        case sendAgain
    }

    init(canReplaceToken: Bool, canLogIn: Bool) {
        self.canReplaceToken = canReplaceToken
        self.canLogIn = canLogIn
    }

    /// Whether the response has to wait until it is known whether the request is sent again.
    var mayAct: Bool { canReplaceToken || canLogIn }

    /// Decides about a response; a token of the request itself is replaced first, before logging in.
    ///
    /// - Parameter status: The status of the response; nil if it is not whole.
    mutating func received(_ status: Int?) -> Action {
        guard status == 401, mayAct else { return .deliver }
        if canReplaceToken {
            canReplaceToken = false
            return .replaceToken
        }
        canLogIn = false
        return .logIn
    }

    mutating func gotCredentials() -> Action { .sendAgain }

    /// Gives up without trying another way: the response says more than a second failure.
    mutating func gotNone() -> Action {
        (canReplaceToken, canLogIn) = (false, false)
        return .deliver
    }
}
