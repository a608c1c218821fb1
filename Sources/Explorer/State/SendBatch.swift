import OpenCollection

/// A send before it begins: the user's answers so far, and where it does not go. A send to the environment that is chosen is a batch of one.
public struct SendBatch: Sendable, Hashable {
    struct Target: Sendable, Hashable {
        /// The one of several environments; nil: the one that is chosen.
        var environment: String?
        var answers = SendAnswers()
        /// Why nothing is sent there.
        var refusal: String?
    }

    var path: ItemPath
    var targets: [Target]
    /// Whether it is about responses that are shown side by side already.
    var isAgain = false

    init(_ path: ItemPath, _ targets: [Target], isAgain: Bool = false) {
        self.path = path
        self.targets = targets
        self.isAgain = isAgain
    }

    /// Whether its responses are shown side by side.
    var hasSides: Bool { targets.contains { $0.environment != nil } }
}

/// A question that has to be answered before a batch is sent.
public struct SendQuestion: Sendable, Hashable {
    var batch: SendBatch
    /// Index among the targets; nil: it is about all.
    var target: Int?

    /// The one of several environments that it is about; nil: all, or the one that is chosen.
    var environment: String? { target.flatMap { batch.targets[$0].environment } }

    /// The answers given before, to the questions about the same target.
    var answers: SendAnswers { target.map { batch.targets[$0].answers } ?? SendAnswers() }

    mutating func changeAnswers(_ change: (inout SendAnswers) -> Void) {
        for index in target.map({ $0..<$0 + 1 }) ?? batch.targets.indices { change(&batch.targets[index].answers) }
    }
}
