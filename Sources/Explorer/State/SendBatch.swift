import OpenCollection

/// A send to several environments before it begins: what a person has said so far, and for which of them it will not be.
public struct SendBatch: Sendable, Hashable {
    struct Target: Sendable, Hashable {
        var environment: String
        var answers = SendAnswers()
        /// Why nothing is sent there.
        var refusal: String?
    }

    var path: ItemPath
    var targets: [Target]
    /// Whether it is about places that stand side by side already.
    var isAgain = false

    init(_ path: ItemPath, _ targets: [Target], isAgain: Bool = false) {
        self.path = path
        self.targets = targets
        self.isAgain = isAgain
    }
}

/// Whose question a form is, when it is not that of a single send.
public struct BatchQuestion: Sendable, Hashable {
    var batch: SendBatch
    /// Index among the targets; nil: of all of them.
    var target: Int?

    /// Nil: it is asked for all.
    var environment: String? { target.map { batch.targets[$0].environment } }
}
