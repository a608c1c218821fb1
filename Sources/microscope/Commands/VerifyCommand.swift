import CollectionFiles
import CollectionRunner
import CommandLineTool
import Differences
import Exchanges
import Foundation
import Interchange
import OpenCollection
import Quoting

/// `microscope verify`: sends requests that have examples, and compares their responses with them.
struct VerifyCommand {
    private let arguments: VerifyArguments
    private let environment: [String: String]
    private let history: HistoryRecorder
    private let deadline: Date?

    init(_ arguments: VerifyArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        history = .atCommandLine(environment, isOn: arguments.settings.keepsHistory)
        deadline = arguments.settings.limits.deadline
    }

    func run() throws -> Int32 {
        defer { history.finish() }
        let target = try self.target()
        var opened = try OpenedCollection(
            arguments.settings, at: target.location, processEnvironment: environment)
        let folder =
            try target.folder ?? target.name.map { [opened] in try opened.collection.requireFolder($0) } ?? .root
        let session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
        let all = RunPlan(of: folder, in: opened.collection, tags: arguments.tags)
        let steps = steps(of: all, in: &opened)
        guard steps.contains(where: \.isWorthARun) else {
            throw UsageError(
                "nothing here has examples to compare with",
                advice: "in the explorer, a on a response makes one; then save the request")
        }
        let sending = try CommandLineSend(
            opened, arguments.settings, cookies: session.cookies, environment: environment, history: history)
        var report = VerifyReport(isVerbose: arguments.isVerbose, keepsDifferences: arguments.printsJSON)
        var captured = session.captured
        // What was sent before is reported all the same.
        var refusal: UsageError?
        do {
            do {
                try go(through: steps, of: all, opened, sending, &report, &captured)
            } catch let error as UsageError {
                refusal = error
            }
            if arguments.printsJSON { try BodyOutput.whole(report.writeJSON) }
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
        for note in session.keep(captured) { StandardStreams.complain("note: \(note)") }
        StandardStreams.note(report.summary)
        if let refusal { throw refusal }
        return report.status.rawValue
    }

    // MARK: - Which requests

    private struct Target {
        var location: CollectionLocation
        /// The folder; nil if it is still to be looked for by ``name``.
        var folder: ItemPath?
        /// The name as it was typed; nil for the whole collection.
        var name: String?
    }

    /// Returns the named target. A path on disk takes precedence over an item of the collection around the current directory.
    private func target() throws -> Target {
        guard let text = arguments.target else {
            return Target(location: try .meant(by: arguments.settings.collection))
        }
        let url = URL(fileURLWithPath: text).standardizedFileURL
        if arguments.settings.collection == nil, FileManager.default.fileExists(atPath: url.path),
            let location = try? CollectionLocation.open(url)
        {
            if let item = location.item { return Target(location: location, folder: item) }
            let root = location.root.standardizedFileURL.path
            guard url.path.beginsWithBytes(of: root + "/") else { return Target(location: location, folder: .root) }
            return Target(location: location, name: url.path.droppingBytes(before: root + "/"))
        }
        return Target(location: try .meant(by: arguments.settings.collection), name: text)
    }

    /// The action for an entry of the plan.
    private enum Step {
        case send(Request)
        /// - isFault: Whether the request cannot be read, rather than only not be sent here.
        case skip(ItemPath, reason: String, isFault: Bool)

        /// Whether it may have examples: a request that nobody can read may have had some.
        var isWorthARun: Bool { if case .send(let request) = self { !request.examples.isEmpty } else { isFault } }
        var isFault: Bool { if case .skip(_, _, let isFault) = self { isFault } else { false } }

        var entry: RunPlan.Entry {
            switch self {
            case .send(let request): .request(request.path)
            case .skip(let path, let reason, _): .skipped(path, reason: reason)
            }
        }

        var path: ItemPath {
            switch self {
            case .send(let request): request.path
            case .skip(let path, _, _): path
            }
        }
    }

    /// A request that is sent.
    private struct Request {
        var path: ItemPath
        var file: RequestFile
        /// The examples that say something about a response.
        var examples: [RequestExample]
    }

    /// Returns the steps of a plan. Requests without examples are not part of it, unless the values that they capture are needed.
    private func steps(of plan: RunPlan, in opened: inout OpenedCollection) -> [Step] {
        plan.entries.compactMap { entry -> Step? in
            switch entry {
            case .skipped(let path, let reason):
                let isBroken = if case .broken? = opened.collection.item(at: path)?.kind { true } else { false }
                return .skip(path, reason: reason, isFault: isBroken)
            case .request(let path):
                do throws(UsageError) {
                    let file = try opened.open(request: path.text).file
                    return request(path, file).map(Step.send)
                } catch {
                    return .skip(path, reason: "it cannot be read: \(error.advice)", isFault: true)
                }
            }
        }
    }

    private func request(_ path: ItemPath, _ file: RequestFile) -> Request? {
        let examples = file.definition.examples.filter(\.isComparable)
        let keepsSomething = file.definition.actions.contains { $0.phase == "after-response" && $0.isEnabled }
        guard !examples.isEmpty || arguments.sendsCapturing && keepsSomething else { return nil }
        return Request(path: path, file: file, examples: examples)
    }

    // MARK: - One after the other

    private func go(
        through steps: [Step], of plan: RunPlan, _ opened: OpenedCollection, _ sending: CommandLineSend,
        _ report: inout VerifyReport, _ captured: inout CapturedValues
    ) throws {
        let byPath = Dictionary(steps.map { ($0.path, $0) }) { first, _ in first }
        var plan = plan
        plan.entries = steps.map(\.entry)
        var run = FolderRun(plan, followsScripts: false, captured: captured)
        defer { captured = run.captured }
        while true {
            switch run.next() {
            // One after the other, there is nothing to wait for.
            case .finish, .wait: return
            case .send(let path):
                guard case .send(let request)? = byPath[path] else { continue }
                try send(request, opened, sending, &run, &report)
            case .skip(let path, let reason):
                let isFault = byPath[path]?.isFault ?? false
                let outcome = isFault ? VerifyReport.Outcome.unreadable(reason: reason) : .skipped(reason: reason)
                try show(report.add(path, outcome, showsNonASCII: showsNonASCII))
            }
            if arguments.bails, report.endsBadly { return }
        }
    }

    private var showsNonASCII: Bool { StandardStreams.showsNonASCII }

    private func send(
        _ request: Request, _ opened: OpenedCollection, _ sending: CommandLineSend, _ run: inout FolderRun,
        _ report: inout VerifyReport
    ) throws {
        let rules = try rules(for: request.path, in: opened.collection)
        let ready: CommandLineSend.Ready
        switch try sending.attempt(request.file, at: request.path, in: opened, captured: run.captured) {
        case .ready(let request): ready = request
        case .failed(let record, let reason):
            run.ended(record)
            return try show(
                report.add(request.path, .failed(record, reason: "not sent: \(reason)"), showsNonASCII: showsNonASCII))
        }
        let (record, _) = try InterruptibleSend(ready, history: history).run(endingBy: deadline)
        run.ended(record)
        let words = SendCommand.Words(ready.rendered, opened.environment, record)
        for line in words.notes(on: record) + ready.notes.map({ "note: \($0)" }) {
            StandardStreams.complain("\(request.path.withoutSuffix): \(line)")
        }
        let outcome: VerifyReport.Outcome
        if let failure = record.failure {
            outcome = .failed(record, reason: words.text(of: failure))
        } else if request.examples.isEmpty {
            outcome = .sent(record)
        } else {
            outcome = .compared(record, ExampleVerdict.results(of: record, request.examples, rules))
        }
        try show(
            report.add(
                request.path, outcome, mask: words.mask, showsNonASCII: showsNonASCII))
    }

    private func rules(for path: ItemPath, in collection: OpenCollection.Collection) throws -> DifferenceRules {
        var rules =
            arguments.usesRules ? try DifferenceRules(of: path, in: collection) : DifferenceRules()
        if !arguments.usesRules { rules.ignored = .none }
        let own = try arguments.ignored.map { text throws(IgnoreRuleError) in try IgnoreRule(text) }
        rules.ignored.rules = own + rules.ignored.rules
        rules.options.comparesShapes = arguments.comparesShapes
        return rules
    }

    /// Prints lines as soon as they are known, unless everything is printed at the end.
    private func show(_ lines: [String]) throws {
        if !arguments.printsJSON { try StandardStreams.printLines(lines) }
    }

}
