import BodyStore
import Exchanges
import OpenCollection

/// A send of a request as the response pane shows it: under way, and what came of it.
public struct ShownSend: Sendable {
    /// The response, or the failure, of the last send that came that far.
    public var response: ShownResponse?
    /// The send under way.
    public var running: RunningSend?
}

/// A request sent to several environments: their responses side by side. It takes the place of the request's last response.
public struct Comparison: Sendable {
    public internal(set) var sides: [Side]
    /// Index of the side that has the keys; what copies or looks at "the response" means this one.
    public internal(set) var selected = 0
    /// Whether the selected side has the pane for itself.
    public internal(set) var isAlone = false
    /// The uses that were agreed to since it began.
    var agreed: Set<OutsideUse> = []

    /// - Precondition: There is a side.
    init(_ sides: [Side]) { self.sides = sides }

    var shown: Side {
        get { sides[selected] }
        set { sides[selected] = newValue }
    }

    mutating func select(by step: Int) { selected = (selected + step + sides.count) % sides.count }

    public var isSending: Bool { sides.contains { $0.send.running != nil } }
    /// Whether they are side by side: a single one has the pane for itself.
    var showsSides: Bool { sides.count > 1 && !isAlone }
    public var responseCount: Int { sides.count { $0.isWhole } }

    /// Returns the notice in place of a response; nil when there is one, or it is waited for.
    func notice(of index: Int) -> String? {
        guard sides[index].question != nil else { return sides[index].refusal }
        return "It has an unanswered question: \(showsSides ? "Enter" : "&") asks it."
    }

    var shownNotice: String? { notice(of: selected) }

    /// The side of an environment; nil when nothing was sent there.
    subscript(environment: String) -> Side? {
        get { sides.first { $0.environment == environment } }
        set {
            guard let newValue, let index = sides.firstIndex(where: { $0.environment == environment }) else { return }
            sides[index] = newValue
        }
        // In place: what a side holds of a stream is not copied with each of its events.
        _modify {
            let index = sides.firstIndex { $0.environment == environment }
            var side = index.map { sides[$0] }
            if let index { sides[index] = Side(environment) }
            defer { if let index, let side { sides[index] = side } }
            yield &side
        }
    }
}

/// An environment of several that a request was sent to, with what came of it.
public struct Side: Sendable {
    public let environment: String
    public internal(set) var send = ShownSend()
    /// Why nothing was sent, or why no response is waited for.
    public internal(set) var refusal: String?
    /// The question that has to be answered before it is sent.
    var question: Question?
    /// Whether it was cancelled before the head of a response.
    var wasCancelled = false
    /// SHA-256 of the body of a whole response, in hexadecimal; nil where this OpenSSL offers none.
    var bodyHash: String?

    struct Question: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// The outside uses that the user has to agree to.
            case trust([OutsideUse])
            /// Names without a value.
            case values
        }
        var kind: Kind
        var answers: SendAnswers
    }

    init(_ environment: String) { self.environment = environment }

    /// Whether all of a response is there.
    var isWhole: Bool { send.running == nil && send.response?.head != nil && send.response?.failure == nil }

    /// Whether there is a response, or a failure, other than that it was cancelled.
    var hasResponse: Bool { send.response != nil && !wasCancelled }

    /// Begins a send and forgets all but an earlier response, which stays until the head of the new one.
    mutating func begin(_ running: RunningSend) {
        send.running = running
        (refusal, question, wasCancelled, bodyHash) = (nil, nil, false, nil)
    }

    /// Ends without a response.
    mutating func refuse(_ reason: String) {
        send = ShownSend()
        refusal = reason
    }
}

// MARK: - Same or not

/// The comparison of a response with the first one of several.
enum SideVerdict: Sendable, Hashable {
    /// The response is the one that others are compared with.
    case first
    case same
    case differs(inStatus: Bool, inBody: Bool)
}

extension Comparison {
    /// The response that others are compared with, and the one compared with it: the selected one, else the next that is there.
    var comparedPair: (old: HistoryRow.ID, new: HistoryRow.ID)? {
        guard let first, let old = sides[first].send.response?.recordID else { return nil }
        let others = selected == first ? sides[(first + 1)...] : sides[selected..<selected + 1]
        return others.lazy.compactMap(\.send.response?.recordID).first.map { (old, $0) }
    }

    /// Returns the verdict by status and the bytes of the body. nil as long as one of the two is not whole, and for the first where there is no
    /// other.
    func verdict(of index: Int) -> SideVerdict? {
        guard let first else { return nil }
        guard first != index else {
            return sides.indices.contains { difference(of: $0, from: first) != nil } ? .first : nil
        }
        return difference(of: index, from: first)
    }

    /// The first that has a response, or may get one.
    private var first: Int? { sides.firstIndex { $0.send.running != nil || $0.isWhole } }

    private func difference(of index: Int, from first: Int) -> SideVerdict? {
        let (side, other) = (sides[index], sides[first])
        guard index != first, side.isWhole, other.isWhole, let hash = side.bodyHash, let otherHash = other.bodyHash
        else {
            return nil
        }
        let isOther = side.send.response?.head?.status != other.send.response?.head?.status
        return isOther || hash != otherHash ? .differs(inStatus: isOther, inBody: hash != otherHash) : .same
    }
}

// MARK: - Of a request

extension RequestSession {
    /// The response that the response pane shows: of several, that of the selected side.
    public var response: ShownResponse? {
        get { comparison.map(\.shown.send.response) ?? own.response }
        set {
            if comparison == nil { own.response = newValue } else { comparison?.shown.send.response = newValue }
        }
    }

    /// Returns the response of an environment; of several, nil where none of them is its.
    func response(in environment: String?) -> ShownResponse? {
        comparison.map { comparison in environment.flatMap { comparison[$0]?.send.response } } ?? own.response
    }

    /// The send under way that the response pane shows: a new one, or that of the selected side.
    public var running: RunningSend? { own.running ?? comparison?.shown.send.running }

    /// Whether anything of it is under way.
    public var isSending: Bool { own.running != nil || comparison?.isSending == true }

    /// Whether several responses are side by side.
    var showsSides: Bool { comparison?.showsSides == true }

    /// The send to one of several environments; for nil the one to the environment that is chosen.
    subscript(environment: String?) -> ShownSend? {
        get { environment.map { comparison?[$0]?.send } ?? own }
        set {
            if let newValue { put(newValue, at: environment) }
        }
        // In place, as the side is.
        _modify {
            var send = self[environment]
            if send != nil { put(ShownSend(), at: environment) }
            defer { if let send { put(send, at: environment) } }
            yield &send
        }
    }

    private mutating func put(_ send: ShownSend, at environment: String?) {
        if let environment { comparison?[environment]?.send = send } else { own = send }
    }

    /// Returns the same session with another side selected.
    func showing(_ side: Int) -> RequestSession {
        var session = self
        session.comparison?.selected = side
        return session
    }

    /// Puts sides in the place of the last comparison; an environment's earlier response stays until the new one's head.
    mutating func compare(_ environments: [String]) {
        let earlier = comparison
        if let earlier, earlier.sides.contains(where: \.hasResponse) { earlierComparison = earlier }
        var new = Comparison(
            environments.map { name in
                var side = Side(name)
                side.send.response = earlier?[name]?.send.response
                return side
            })
        if let earlier, earlier.sides.map(\.environment) == environments {
            (new.selected, new.isAlone) = (earlier.selected, earlier.isAlone)
        }
        comparison = new
    }
}
