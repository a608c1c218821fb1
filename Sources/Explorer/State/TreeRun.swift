import Exchanges
import Foundation
import OpenCollection

/// The requests of a folder, sent one after the other as `s` sends each, with what the ones before them kept.
struct TreeRun: Sendable {
    /// "Users"
    let title: String
    let stopsAtFailure: Bool
    private(set) var rest: ArraySlice<ItemPath>
    private(set) var path: ItemPath?
    var stage = Stage.opening
    private(set) var steps: [Step] = []
    /// The reason why the request of this step was not sent; nil: none was given.
    private(set) var refusal: String?
    let count: Int

    enum Stage: Sendable, Hashable {
        /// The file is read, and then the request is sent.
        case opening
        /// The user has been asked something first.
        case asking
        /// The generation of the send.
        case sending(Int, isCancelling: Bool)
    }

    /// The outcome of one request.
    struct Step: Sendable, Hashable {
        var path: ItemPath
        var name: String
        /// Whether it succeeded; nil: it was skipped, because it cannot be sent at all.
        var isOK: Bool?
        /// "200 OK, 2 of 2 assertions passed"
        var words: String
    }

    init(_ paths: [ItemPath], title: String, stopsAtFailure: Bool) {
        self.title = title
        self.stopsAtFailure = stopsAtFailure
        rest = paths[...]
        count = paths.count
    }

    mutating func beginNext() {
        path = rest.popFirst()
        (stage, refusal) = (.opening, nil)
    }

    /// Notes why a request was not sent, if it is that of this step.
    mutating func note(refusal words: String, of path: ItemPath) {
        if path == self.path { refusal = words }
    }

    mutating func end(_ step: Step) {
        steps.append(step)
        path = nil
        if step.isOK == false, stopsAtFailure { rest = [] }
    }

    /// Follows moved and renamed requests, which are sent from their new paths.
    mutating func follow(_ changes: [PathChange]) {
        rest = rest.map { $0.after(changes) }[...]
        path = path?.after(changes)
        for index in steps.indices { steps[index].path = steps[index].path.after(changes) }
    }

    mutating func stop() { (rest, path) = ([], nil) }

    var isOver: Bool { path == nil && rest.isEmpty }

    /// "Run of Users: 3 of 5 sent, 2 ok, 1 failed"
    var summary: String {
        let counts = [
            (steps.count { $0.isOK == true }, "ok"), (steps.count { $0.isOK == false }, "failed"),
            (steps.count { $0.isOK == nil }, "skipped"), (count - steps.count, "not sent"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return "Run of \(title): \(Wording.count(count, "request")), \(words)"
    }
}

extension TreeRun.Step {
    init(_ path: ItemPath, _ name: String, _ response: ShownResponse) {
        let assertions = AssertionCount(response.assertions)
        let status = response.head.map { "\($0.status)\($0.reason.isEmpty ? "" : " \($0.reason)")" }
        let errors = response.graphQLErrors
        let words = [response.failure?.message ?? status, errors, assertions.text].compactMap { $0 }
        self.init(
            path: path, name: name, isOK: response.failure == nil && response.outcome?.hasProblems != true,
            words: words.joined(separator: ", "))
    }
}
