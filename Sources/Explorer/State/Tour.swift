/// The tour for a new user: one thing to do after the other, each done for real. It knows no screen: it gets a summary of what is shown.
public struct Tour: Sendable, Hashable {
    public enum Stage: Sendable, Hashable {
        /// A line asks whether it is wanted.
        case offered
        /// Index among ``steps``.
        case step(Int)
        /// The last text, which says where to read on.
        case ended
    }

    public private(set) var stage: Stage
    let steps: [TourStep]
    /// The mark of the step's goal when the step began, which does not count.
    private var before: Int?

    /// - Parameter isOffered: whether it waits for a yes.
    public init(isOffered: Bool) { self.init(steps: TourStep.all, isOffered: isOffered) }

    init(steps: [TourStep], isOffered: Bool) {
        self.steps = steps
        stage = isOffered ? .offered : .step(0)
    }

    var step: TourStep? { if case .step(let index) = stage { steps[index] } else { nil } }

    /// Goes on: the user wants it, wants the next step, or has read the end.
    ///
    /// - Returns: False when it is over.
    mutating func goOn(_ sight: TourSight) -> Bool {
        switch stage {
        case .offered: begin(at: 0, sight)
        case .step(let index): begin(at: index + 1, sight)
        case .ended: return false
        }
        return true
    }

    /// Goes on when what the step asks for was done; called after every event.
    mutating func saw(_ sight: TourSight) {
        guard case .step(let index) = stage else { return }
        let now = sight.mark(of: steps[index].goal)
        if let now, now != before { return begin(at: index + 1, sight) }
        // Undone: doing it again counts.
        if now == nil { before = nil }
    }

    /// Steps for which there is nothing to do now are passed over.
    private mutating func begin(at index: Int, _ sight: TourSight) {
        guard let next = steps.indices.dropFirst(index).first(where: { sight.allows(steps[$0].goal) }) else {
            stage = .ended
            return
        }
        stage = .step(next)
        before = sight.mark(of: steps[next].goal)
    }
}

/// The goal that a step waits for.
enum TourGoal: Sendable, Hashable, CaseIterable {
    case response, timing, fold, header, settledDraft, history, replay, palette
}

/// The facts that the tour looks at: of the state, no more than its steps are about.
struct TourSight: Sendable, Hashable {
    /// The send whose whole response is shown; nil while there is none.
    var response: Int?
    var showsTiming = false
    var isFolded = false
    /// Whether headers of the shown request differ from its file's, and nothing is being typed.
    var hasChangedHeaders = false
    var hasDraft = false
    var listsHistory = false
    var keepsHistory = true
    /// The send of the shown response, if it is a replay.
    var replay: Int?
    var showsPalette = false

    /// Returns a number for what was reached; nil while it is not.
    func mark(of goal: TourGoal) -> Int? {
        switch goal {
        case .response: response
        case .timing: showsTiming ? 1 : nil
        case .fold: isFolded ? 1 : nil
        case .header: hasChangedHeaders ? 1 : nil
        case .settledDraft: hasDraft ? nil : 1
        case .history: listsHistory ? 1 : nil
        case .replay: replay
        case .palette: showsPalette ? 1 : nil
        }
    }

    /// Whether it can be done: without a draft none is saved, and what is not kept is not listed.
    func allows(_ goal: TourGoal) -> Bool {
        switch goal {
        case .settledDraft: hasDraft
        case .history, .replay: keepsHistory
        case .response, .timing, .fold, .header, .palette: true
        }
    }
}

/// Whether the tour was taken, as it is remembered.
public enum TourAnswer: String, Sendable, Hashable {
    case taken, declined
}
