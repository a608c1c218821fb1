import Exchanges
import OpenCollection

/// A response that stays beside the current one while others come: a copy of how it was looked at, with tab and place of its own.
struct HeldResponse: Sendable {
    /// The session of the request as it was when the response was taken.
    var session: RequestSession
    /// The name in the title.
    let name: String
    /// Whether it is scrolled together with the response.
    var isInStep = false
    /// First shown line of the response when both were last brought in step.
    var stepLine = 0

    /// - Parameter session: The session of a request that has a response.
    init(_ session: RequestSession, named name: String) {
        self.name = name
        self.session = session
        let response = session.response
        self.session.comparison = nil
        self.session.earlierComparison = nil
        self.session.own = ShownSend()
        self.session.own.response = response
        self.session.isHeld = true
    }
}

extension RequestSession {
    /// Whether its response is beside another one: it has no cursor then, and nothing is looked for in it.
    var standsBeside: Bool { isHeld || showsSides }
}
