import CollectionFiles
import CollectionRunner
import CommandLineTool
import Differences
import Exchanges
import Foundation
import Interchange
import OpenCollection

/// `microscope verify`: requests that have examples are sent, and their answers compared with them.
struct VerifyCommand {
    private let arguments: VerifyArguments
    private let environment: [String: String]
    private let history: HistoryKeeper

    init(_ arguments: VerifyArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        history = .atCommandLine(environment, isOn: arguments.keepsHistory)
    }

    func run() throws -> Int32 {
        defer { history.finish() }
        let target = try self.target()
        var opened = try OpenedCollection(
            at: target.location, environmentName: arguments.environmentName,
            globalEnvironmentName: arguments.globalEnvironmentName, processEnvironment: environment)
        let folder =
            try target.folder ?? target.name.map { [opened] in try opened.collection.requireFolder($0) } ?? .root
        let cookies = CommandCookies(opened, isUsed: arguments.usesCookies, processEnvironment: environment)
        let all = RunPlan(of: folder, in: opened.collection, tags: arguments.tags)
        let requests = requests(of: all, in: &opened)
        guard requests.contains(where: { !$0.examples.isEmpty }) else {
            throw UsageError(
                "nothing here has examples to compare with",
                advice: "a on an answer makes one, in the explorer; then save the request")
        }
        let sending = try CommandLineSend(
            opened, sessionValues: arguments.sessionValues, cookies: cookies.use, consent: arguments.consent,
            environment: environment)
        var report = VerifyReport(isVerbose: arguments.isVerbose, keepsDifferences: arguments.printsJSON)
        // What was sent before is told all the same.
        var refusal: UsageError?
        do {
            do {
                try go(through: requests, of: all, opened, sending, &report)
            } catch let error as UsageError {
                refusal = error
            }
            if arguments.printsJSON { try BodyOutput.whole(report.writeJSON) }
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
        if let note = cookies.keep() { StandardStreams.complain("note: \(note)") }
        StandardStreams.note(report.summary)
        if let refusal { throw refusal }
        return report.status.rawValue
    }

    // MARK: - Which requests

    private struct Target {
        var location: CollectionLocation
        /// Nil: it is to be looked for by ``name``.
        var folder: ItemPath?
        /// As it was typed; nil: the whole collection.
        var name: String?
    }

    /// What is there on disk under that name goes before what the collection around here calls so.
    private func target() throws -> Target {
        guard let text = arguments.target else { return Target(location: try .meant(by: arguments.collection)) }
        let url = URL(fileURLWithPath: text).standardizedFileURL
        if arguments.collection == nil, FileManager.default.fileExists(atPath: url.path),
            let location = try? CollectionLocation.open(url)
        {
            if let item = location.item { return Target(location: location, folder: item) }
            let root = location.root.standardizedFileURL.path
            guard url.path.hasPrefix(root + "/") else { return Target(location: location, folder: .root) }
            return Target(location: location, name: String(url.path.dropFirst(root.count + 1)))
        }
        return Target(location: try .meant(by: arguments.collection), name: text)
    }

    /// A request that is sent.
    private struct Request {
        var path: ItemPath
        var file: RequestFile
        /// Those that say something of an answer.
        var examples: [RequestExample]
    }

    private func requests(of plan: RunPlan, in opened: inout OpenedCollection) -> [Request] {
        plan.entries.compactMap { entry -> Request? in
            guard case .request(let path) = entry, let file = try? opened.open(request: path.text).file else {
                return nil
            }
            let examples = file.definition.examples.filter(\.isComparable)
            let keepsSomething = file.definition.actions.contains { $0.phase == "after-response" && $0.isEnabled }
            guard !examples.isEmpty || arguments.sendsCapturing && keepsSomething else { return nil }
            return Request(path: path, file: file, examples: examples)
        }
    }

    // MARK: - One after the other

    private func go(
        through requests: [Request], of plan: RunPlan, _ opened: OpenedCollection, _ sending: CommandLineSend,
        _ report: inout VerifyReport
    ) throws {
        let byPath = Dictionary(requests.map { ($0.path, $0) }) { first, _ in first }
        let wanted = requests.map { RunPlan.Entry.request($0.path) }
        var plan = plan
        plan.entries = wanted
        var run = FolderRun(plan)
        while case .send(let path) = run.next() {
            guard let request = byPath[path] else { continue }
            try send(request, opened, sending, &run, &report)
            if arguments.bails, report.endsBadly { return }
        }
    }

    private func send(
        _ request: Request, _ opened: OpenedCollection, _ sending: CommandLineSend, _ run: inout FolderRun,
        _ report: inout VerifyReport
    ) throws {
        let rules = try rules(for: request.path, in: opened.collection)
        let ready = try sending.prepare(request.file, at: request.path, in: opened, captured: run.captured)
        let (record, _) = try InterruptibleSend(ready, printsBody: false, history: history).run()
        run.ended(record)
        let words = SendCommand.Words(ready.rendered, opened.environment, issued: record.issuedSecrets)
        for line in words.notes(on: record) + ready.checks.notes.map({ "note: \($0)" }) {
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
        try tell(
            report.add(
                request.path, outcome, mask: words.mask, showsNonASCII: StandardStreams.showsNonASCII))
    }

    private func rules(for path: ItemPath, in collection: OpenCollection.Collection) throws -> DifferenceRules {
        var rules =
            arguments.usesRules
            ? DifferenceRules(collection.companion.differenceSettings(of: path)) : DifferenceRules()
        if !arguments.usesRules { rules.ignored = .none }
        if let complaint = rules.complaints.first {
            throw UsageError(complaint, advice: "mend the rule, or give --no-rules")
        }
        let own = try arguments.ignored.map { text throws(IgnoreRuleError) in try IgnoreRule(text) }
        rules.ignored.rules = own + rules.ignored.rules
        rules.options.comparesShapes = arguments.comparesShapes
        return rules
    }

    /// A line as soon as it is known, unless all is told at the end.
    private func tell(_ lines: [String]) throws {
        if !arguments.printsJSON { try StandardStreams.tell(lines) }
    }

}
