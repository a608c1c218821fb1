import Exchanges
import OpenCollection

/// An answer that stays beside the response while other answers come: a copy of how it was looked at, with tab and place of its own.
struct HeldAnswer: Sendable {
    /// Of the request as it was when the answer was taken.
    var session: RequestSession
    /// What it is called in the title.
    let name: String
    /// Whether it is scrolled together with the response.
    var isInStep = false
    /// First shown line of the response when both were last brought in step.
    var stepLine = 0

    /// - Parameter session: of a request that has an answer.
    init(_ session: RequestSession, named name: String) {
        self.name = name
        self.session = session
        let answer = session.answer
        self.session.comparison = nil
        self.session.earlierComparison = nil
        self.session.own = ShownSend()
        self.session.own.answer = answer
        self.session.isHeld = true
    }
}

extension RequestSession {
    /// Whether its answer stands beside another one: it has no cursor then, and nothing is looked for in it.
    var standsBeside: Bool { isHeld || showsSides }
}
