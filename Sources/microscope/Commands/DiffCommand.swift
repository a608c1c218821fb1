import BodyStore
import CollectionFiles
import CommandLineTool
import Differences
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import OpenCollection

/// `microscope diff`: two exchanges of the history, or files.
struct DiffCommand {
    private let arguments: DiffArguments
    private let place: HistoryPlace

    init(_ arguments: DiffArguments, environment: [String: String]) {
        self.arguments = arguments
        place = HistoryPlace(environment: environment)
    }

    /// One of the two things that are compared.
    private enum Subject {
        case past(PastExchange, HistoryRow)
        case file(String, BodyStore)
    }

    func run() throws -> Int32 { try place.explainingTrouble(compare) }

    private func compare() throws -> Int32 {
        let (old, new) = try subjects()
        let rules = try rules(for: [new, old])
        guard let difference = ExchangeVerdict.compare(side(old, with: new), side(new, with: old), rules: rules) else {
            return ExitStatus.cancelled.rawValue
        }
        let report = DiffReport(difference, old: name(old), new: name(new), rows: rows(of: difference))
        do {
            try print(report)
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
        return report.status.rawValue
    }

    private func print(_ report: DiffReport) throws {
        guard !arguments.isQuiet else { return }
        if arguments.printsJSON { return try BodyOutput.whole { try report.writeJSON(to: $0) } }
        var pending: [UInt8] = []
        try report.write(look) { line in
            pending += Array(line.utf8)
            guard pending.count > 1 << 16 else { return }
            try StandardStreams.write(bytes: pending)
            pending = []
        }
        try StandardStreams.write(bytes: pending)
    }

    /// The look of the report: colours if standard output is a terminal, unless they are not wanted.
    private var look: DiffReport.Look {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let environment = ProcessInfo.processInfo.environment
        let wantsColours = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return DiffReport.Look(
            columns: StandardStreams.columns, hasColours: isTerminal && wantsColours,
            showsNonASCII: !isTerminal || StandardStreams.showsNonASCII)
    }

    private func rows(of difference: ExchangeDifference) -> DifferenceRows? {
        if arguments.printsJSON || arguments.isQuiet { return nil }
        if case .json = difference.body, !arguments.isSideBySide { return nil }
        let rows = ExchangeVerdict.rows(of: difference.body)
        return arguments.isSideBySide ? rows?.sideBySide : rows?.inline
    }

    // MARK: - What is compared

    private func subjects() throws -> (Subject, Subject) {
        let new = try subject(arguments.new)
        if let word = arguments.old { return (try subject(word), new) }
        guard case .past(let past, _) = new else {
            throw UsageError("\(arguments.new) is a file: no previous exchange", advice: "name the other one too")
        }
        let store = try place.require()
        guard let row = try store.before(past.kept) else {
            throw UsageError(
                "the history has no exchange of this request before \(arguments.new)",
                advice: "name the other one too; microscope history list shows what there is")
        }
        if row.origin.environment != past.kept.origin.environment {
            let (before, after) = (row.origin.environment ?? "none", past.kept.origin.environment ?? "none")
            StandardStreams.complain("note: nothing before it was sent to the same environment: \(before) → \(after)")
        }
        return (try self.past(row.id, in: store), new)
    }

    private func subject(_ word: String) throws -> Subject {
        if word == "-" { return .file("standard input", try stream(word)) }
        var facts = stat()
        if stat(word, &facts) == 0 {
            let kind = facts.st_mode & S_IFMT
            // An exchange may be called as a directory is.
            if kind != S_IFDIR { return .file(word, try kind == S_IFREG ? file(word) : stream(word)) }
            guard HistoryAddress(word) != nil else {
                throw UsageError("\(word) is a directory", advice: "name a file in it, or an exchange")
            }
        }
        guard HistoryAddress(word) != nil else {
            throw UsageError(
                "\(word) is neither a file nor an address of an exchange",
                advice: "write a path, an id, @, @-1 or REQUEST@")
        }
        let store = try place.require()
        return try past(try place.find(word, arguments.scope, in: store), in: store)
    }

    private func past(_ id: UUID, in store: HistoryStore) throws -> Subject {
        guard let row = try store.row(id), let past = try HistoryEffect.past(id, in: store) else {
            throw UsageError(
                "\(HistoryAddress.shortText(of: id)) was deleted just now",
                advice: "microscope history list shows what there is")
        }
        return .past(past, row)
    }

    private func file(_ path: String) throws -> BodyStore {
        let body: BodyStore
        do {
            body = try BodyStore(contentsOf: URL(fileURLWithPath: path), followsLinks: true)
        } catch {
            throw UsageError("\(path) cannot be read", advice: error.message)
        }
        guard body.count <= FileLimit.archive.bytes else {
            throw UsageError("\(path) is larger than \(FileLimit.archive.megabytes) MB", advice: Self.sizeAdvice)
        }
        return body.inUTF8(contentType: nil)
    }

    private static let sizeAdvice = "compare smaller parts of it"

    /// Reads standard input, or a pipe such as a shell makes of `<(command)`.
    private func stream(_ path: String) throws -> BodyStore {
        let store = BodyStore()
        try NamedFile(path, limit: .archive).forEachPiece(advice: Self.sizeAdvice) { try store.append($0) }
        store.finish()
        return store.inUTF8(contentType: nil)
    }

    /// Returns a side of the comparison. Against a file, only the body of an exchange is compared.
    private func side(_ subject: Subject, with other: Subject) -> ExchangeSide {
        switch (subject, other) {
        case (.file(_, let body), _): return ExchangeSide(.response(.init(status: 200, body: body)))
        case (.past(let past, _), .past): return ExchangeSide(past)
        case (.past(let past, _), .file):
            let side = ExchangeSide(past)
            guard case .response(let response) = side.outcome else { return ExchangeSide(side.outcome) }
            return ExchangeSide(.response(.init(status: 200, body: response.body)))
        }
    }

    private func name(_ subject: Subject) -> DiffReport.Name {
        switch subject {
        case .file(let path, _): DiffReport.Name(path, line: path)
        case .past(_, let row): DiffReport.Name(row.shortID, line: row.line(place.clock))
        }
    }

    // MARK: - What is ignored

    private func rules(for subjects: [Subject]) throws -> DifferenceRules {
        var rules = arguments.usesRules ? try collectionRules(for: subjects) : DifferenceRules()
        if !arguments.usesRules { rules.ignored = .none }
        let own = try arguments.ignored.map { text throws(IgnoreRuleError) in try IgnoreRule(text) }
        rules.ignored.rules = own + rules.ignored.rules
        return rules
    }

    /// Returns the rules of the collection that an exchange came from, if it is still there: of the first that came from any.
    ///
    /// - Throws: An error if there is a `microscope.yaml` that cannot be read: rules that somebody wrote are not skipped.
    private func collectionRules(for subjects: [Subject]) throws -> DifferenceRules {
        let origins = subjects.lazy.compactMap { subject in
            if case .past(let past, _) = subject { past.kept.origin } else { nil }
        }
        guard let origin = origins.first(where: { $0.collection != nil }), let collection = origin.collection else {
            return DifferenceRules()
        }
        let file = URL(fileURLWithPath: collection).appendingPathComponent(CompanionFile.path.text)
        let text: String
        do throws(FileProblem) {
            let loader = CollectionLoader(root: URL(fileURLWithPath: collection))
            guard let found = try loader.textIfThere(of: CompanionFile.path) else { return DifferenceRules() }
            text = found
        } catch {
            throw UsageError(
                "\(file.path) cannot be read: \(error.message)",
                advice: "fix it, or give --no-rules", status: .notBuilt)
        }
        let companion = try CompanionFile.read(text: text)
        let path = origin.requestPath.map { ItemPath($0) }
        let rules = DifferenceRules(companion.differenceSettings(of: path))
        if let complaint = rules.complaints.first {
            throw UsageError(complaint, advice: "fix the rule in \(file.path), or give --no-rules")
        }
        return rules
    }
}
