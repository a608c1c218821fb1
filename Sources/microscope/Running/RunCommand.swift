import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Foundation
import Interchange
import OpenCollection

/// `microscope run`: the requests of a folder, a line each on standard output, a summary on standard error, and reports in files.
struct RunCommand {
    private let arguments: RunArguments
    private let environment: [String: String]
    private let history: HistoryRecorder
    private let deadline: Date?

    init(_ arguments: RunArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        history = .atCommandLine(environment, isOn: arguments.settings.keepsHistory)
        deadline = arguments.settings.limits.deadline
    }

    func run() throws -> Int32 {
        defer { history.finish() }
        let files = try ReportFiles(arguments.reports)
        let opened = try OpenedCollection(arguments.settings, processEnvironment: environment)
        let data = try arguments.data.map(Self.rows)
        let folder = try arguments.folder.map { try opened.collection.requireFolder($0) } ?? .root
        let session = try CommandSession(opened, arguments.settings, processEnvironment: environment)
        var folderSending = try sending(of: folder, opened, session, data)
        try folderSending.run()
        let written = try conclude(folderSending, files, opened, session, data)
        if let refusal = folderSending.refusal { throw refusal }
        let end: ExitStatus = folderSending.schedule.isEndless ? .notBuilt : .success
        return ExitStatus.gravest(of: [folderSending.report.status, written, end]).rawValue
    }

    private static func rows(_ path: String) throws -> DataRows {
        let file = NamedFile(path, limit: .archive)
        return try DataRows(file.data(advice: "give a CSV, JSON or JSON Lines file"), named: file.name)
    }

    // MARK: - Before

    private func sending(
        of folder: ItemPath, _ opened: OpenedCollection, _ session: CommandSession, _ data: DataRows?
    ) throws -> FolderSending {
        let scopes = try opened.scopes(of: .root, sessionValues: [:])
        let isSecret = { (member: TypedValue.Member) in scopes.isSecret(captured: member.name, member.value) }
        let (plan, parallel) = try plan(of: folder, opened)
        let values = data?.rows.map { self.values(of: $0, over: session.captured, isSecret) }
        let schedule = RunSchedule(
            plan, rows: values ?? [session.captured], bails: arguments.bails, parallel: parallel)
        let sending = try CommandLineSend(
            opened, arguments.settings, cookies: session.cookies, environment: environment, history: history,
            isRun: true)
        let rows = data.map { data in data.rows.map { row($0, of: data.rows.count, isSecret) } } ?? []
        let sender = RunSend(arguments: arguments, opened: opened, sending: sending, history: history, rows: rows)
        return try FolderSending(schedule, sender, report: RunReport(of: subject(folder, opened)), deadline: deadline)
    }

    /// Returns the values in sight at the beginning of a row; `--var` overrides its columns.
    private func values(
        of row: DataRows.Row, over captured: CapturedValues, _ isSecret: (TypedValue.Member) -> Bool
    ) -> CapturedValues {
        row.values.filter { arguments.settings.sessionValues[$0.name] == nil }.reduce(into: captured) {
            $0.set($1.name, $1.value, isSecret: isSecret($1), sources: [.entered($1.name, environment: nil)])
        }
    }

    private func row(_ row: DataRows.Row, of count: Int, _ isSecret: (TypedValue.Member) -> Bool) -> RunSend.Row {
        let texts = row.values.filter { !isSecret($0) }.map { ($0.name, $0.value.text) }
        return RunSend.Row(
            title: row.title(isSecret: isSecret),
            forScripts: .init(
                index: row.number - 1, count: count, values: Dictionary(texts, uniquingKeysWith: { $1 })))
    }

    private func subject(_ folder: ItemPath, _ opened: OpenedCollection) -> String {
        let parts = [folder == .root ? nil : "\(folder.withoutSuffix) of", opened.collection.name]
        let place = opened.environment.map { "to \($0.name)" }
        return (parts + [place]).compactMap { $0 }.joined(separator: " ")
    }

    /// Plans the run. Tags that leave nothing are a mistake, not a successful run.
    ///
    /// - Returns: The plan, and the most requests at a time.
    private func plan(of folder: ItemPath, _ opened: OpenedCollection) throws -> (RunPlan, Int) {
        let collection = opened.collection
        let plan = RunPlan(of: folder, in: collection, tags: arguments.tags)
        guard !plan.entries.isEmpty || arguments.tags.isEmpty else {
            let tags = Set(collection.allItems.flatMap { $0.kind.requestHead?.tags ?? [] }).sorted()
            let advice = tags.isEmpty ? "no request has tags" : "there are: \(tags.joined(separator: ", "))"
            throw UsageError("no request matches these tags", advice: advice)
        }
        guard arguments.parallel > 1 else { return (plan, 1) }
        let whole = try CollectionLoader(root: opened.location.root).load(.whole)
        if arguments.settings.runsScripts, plan.choosesNextRequest(in: whole) {
            StandardStreams.note("note: requests are sent one after the other: a script calls setNextRequest")
            return (plan, 1)
        }
        return (plan.ordered(in: whole, opened.environment), arguments.parallel)
    }

    // MARK: - After

    /// Writes everything that stays of a run, also of one that failed or was interrupted.
    ///
    /// - Returns: The status of the reports, which is not success if a file could not be written.
    private func conclude(
        _ sending: FolderSending, _ files: ReportFiles, _ opened: OpenedCollection, _ session: CommandSession,
        _ data: DataRows?
    ) throws -> ExitStatus {
        var captured = sending.schedule.captured
        for name in Set(data?.rows.flatMap { $0.values.map(\.name) } ?? []) { captured.remove(name) }
        for note in session.keep(captured) { StandardStreams.complain("note: \(note)") }
        for problem in sending.schedule.problems { StandardStreams.complain(problem) }
        if arguments.writesVariables {
            let writing = WrittenVariables(opened: opened, environment: environment)
            for line in writing.write(captured) { StandardStreams.complain("note: \(line)") }
        }
        StandardStreams.note(sending.report.summary)
        do {
            try files.write(sending.report, sending.records, spillDirectory: history.spillDirectory)
        } catch let error as UsageError {
            StandardStreams.complain("\(error)")
            return error.status
        }
        return .success
    }
}
