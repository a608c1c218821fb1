public import OpenCollection
import Text

/// The scripts of a collection that become assertions and captures, and the changed files. Nothing is written.
public struct CollectionLift: Sendable, Hashable {
    /// A script, and its result.
    public struct Entry: Sendable, Hashable {
        /// The request, folder or collection that it belongs to.
        public var item: ItemPath
        /// The stage: "after-response", "tests".
        public var stage: String
        /// The line of its file on which it begins, from 1.
        public var line: Int
        public var outcome: Outcome
    }

    public enum Outcome: Sendable, Hashable {
        case lifted(ScriptLift)
        /// The script stays, for this reason; the line is one of the script, from 1.
        case kept(LiftProblem)
    }

    public private(set) var files: [RewrittenFile] = []
    /// The selected scripts, in the order of the collection.
    public private(set) var entries: [Entry] = []

    /// Returns a summary: "3 scripts of 2 files are 5 assertions and 1 capture now; 4 scripts stay."
    ///
    /// - Parameter isPlanned: Whether nothing is written yet.
    public func summary(isPlanned: Bool) -> String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let stay = kept.isEmpty ? "" : "; \(count(kept.count, "script")) stay\(kept.count == 1 ? "s" : "")"
        guard !lifted.isEmpty else { return "No script only checks and captures\(stay)." }
        let assertions = lifted.reduce(0) { $0 + ($1.lift?.assertions.count ?? 0) }
        let captures = lifted.reduce(0) { $0 + ($1.lift?.captures.count ?? 0) }
        let made = [(assertions, "assertion"), (captures, "capture")].filter { $0.0 > 0 }.map(count)
        let verb = isPlanned ? "become" + (lifted.count == 1 ? "s" : "") : lifted.count == 1 ? "is now" : "are now"
        return
            "\(count(lifted.count, "script")) of \(count(files.count, "file")) \(verb) \(made.joined(separator: " and "))\(stay)."
    }

    public var lifted: [Entry] { entries.filter { $0.lift != nil } }
    public var kept: [Entry] { entries.filter { $0.lift == nil } }

    /// - Parameters:
    ///   - collection: The collection, with all its requests read.
    ///   - selection: The requests and folders whose scripts are lifted. Empty for all.
    ///   - text: The text of a file of a folder or of the collection; nil if there is none.
    /// - Throws: ``FileProblem`` if one of these cannot be read.
    public init(
        _ collection: Collection, in selection: [ItemPath] = [],
        text: (ItemPath) throws(FileProblem) -> String?
    ) throws(FileProblem) {
        var lifting = CollectionLifting(try Holder.all(of: collection, text), of: collection)
        lifting.refuseWhatOthersNeed()
        for holder in lifting.holders
        where selection.isEmpty || selection.contains(where: holder.path.isInside) {
            var scripts = lifting.scripts.filter { $0.holder == holder.path }
            let lifted = scripts.filter { $0.lift != nil }
            if !lifted.isEmpty {
                do throws(FileProblem) {
                    let new = try holder.text(lifting: lifted)
                    files.append(RewrittenFile(path: holder.path.editedFile, old: holder.file.text, new: new))
                } catch {
                    for index in scripts.indices { scripts[index].keep(error.message) }
                }
            }
            entries += scripts.map(Entry.init)
        }
    }
}

extension CollectionLift.Entry {
    public var lift: ScriptLift? { if case .lifted(let lift) = outcome { lift } else { nil } }

    fileprivate init(_ script: HeldScript) {
        self.init(
            item: script.holder, stage: script.script.type, line: script.script.place.line, outcome: script.outcome)
    }

    /// The place and the reason of a script that is kept: "users/get.yml:14: a loop".
    public var keptLine: String? {
        guard case .kept(let problem) = outcome else { return nil }
        return "\(item.editedFile):\(line + problem.line - 1): \(problem.reason)"
    }
}

/// A file with its scripts.
private struct Holder {
    var path: ItemPath
    var file: FormFile

    /// The requests, folders and the collection itself, in the order of the tree.
    static func all(
        of collection: Collection, _ text: (ItemPath) throws(FileProblem) -> String?
    ) throws(FileProblem) -> [Holder] {
        var holders: [Holder] = []
        func add(_ path: ItemPath) throws(FileProblem) {
            guard let text = try text(path.editedFile) else { return }
            holders.append(Holder(path: path, file: try FormFile.read(text: text, at: path)))
        }
        if !collection.root.scripts.isEmpty { try add(.root) }
        for item in collection.allItems {
            switch item.kind {
            case .request(let file): holders.append(Holder(path: item.path, file: .request(file)))
            case .folder(let definition, _): if !definition.scripts.isEmpty { try add(item.path) }
            case .unopened, .unsupported, .broken: break
            }
        }
        return holders.filter { !$0.file.content().scripts.isEmpty }
    }

    /// Returns the text of the file with assertions and captures instead of the scripts.
    func text(lifting scripts: [HeldScript]) throws(FileProblem) -> String {
        var content = file.content()
        for index in scripts.map(\.index).sorted(by: >) { content.scripts.remove(at: index) }
        for lift in scripts.compactMap(\.lift) {
            content.actions += lift.captures.map { VariableAction($0.variable, from: $0.expression) }
            content.request.definition.assertions += lift.assertions
        }
        return try file.saving(content)
    }
}

/// A script of a file.
private struct HeldScript {
    let holder: ItemPath
    /// The index of the script in its file.
    let index: Int
    let script: Script
    /// The words of its code.
    let words: Set<String>
    private(set) var outcome: CollectionLift.Outcome

    init(_ script: Script, _ index: Int, of holder: ItemPath) {
        (self.script, self.index, self.holder) = (script, index, holder)
        words = Set(script.code.split { !$0.isPartOfName }.map(String.init))
        do throws(LiftProblem) {
            guard script.type != ScriptPlan.Stage.beforeRequest.rawValue else {
                throw LiftProblem(reason: "it runs before the request", line: 1)
            }
            guard ScriptPlan.Stage(rawValue: script.type) != nil else {
                throw LiftProblem(reason: "\(script.type) scripts are kept, not run", line: 1)
            }
            outcome = .lifted(try ScriptLift(script.code))
        } catch {
            outcome = .kept(error)
        }
    }

    var lift: ScriptLift? { if case .lifted(let lift) = outcome { lift } else { nil } }

    mutating func keep(_ reason: String) { if lift != nil { outcome = .kept(LiftProblem(reason: reason, line: 1)) } }

    /// Whether its code may contain a name.
    func mentions(_ name: String) -> Bool { name.split(separator: ".").allSatisfy { words.contains(String($0)) } }
}

/// All scripts of a collection: whether one can be lifted depends on those that stay.
private struct CollectionLifting {
    let holders: [Holder]
    private(set) var scripts: [HeldScript]
    /// The names of variables of requests and folders, which take precedence over variables that scripts set for an environment.
    private var nearer: Set<String> = []
    /// The names of variables of environments, which take precedence over those that scripts set for a collection, or for all.
    private let ofEnvironments: Set<String>
    /// The items whose actions set a variable, by its name.
    private var captured: [String: [ItemPath]] = [:]

    init(_ holders: [Holder], of collection: Collection) {
        self.holders = holders
        scripts = holders.flatMap { holder in
            holder.file.content().scripts.enumerated().map { HeldScript($1, $0, of: holder.path) }
        }
        ofEnvironments = Set(collection.environments.flatMap { $0.variables.map(\.name) })
        note(collection.root.actions, [], of: .root)
        for item in collection.allItems {
            switch item.kind {
            case .request(let file): note(file.definition.actions, file.definition.variables, of: item.path)
            case .folder(let folder, _): note(folder.actions, folder.variables, of: item.path)
            case .unopened, .unsupported, .broken: break
            }
        }
    }

    private mutating func note(_ actions: [VariableAction], _ variables: [Variable], of path: ItemPath) {
        nearer.formUnion(variables.map(\.name))
        for action in actions { captured[action.variable, default: []].append(path) }
    }

    /// Refuses scripts until nothing changes: a script that is kept may need a variable that another one sets.
    mutating func refuseWhatOthersNeed() {
        var isChanged = true
        while isChanged {
            isChanged = false
            let round = Round(scripts)
            for index in scripts.indices {
                guard let lift = scripts[index].lift, let reason = objection(to: lift, of: index, round) else {
                    continue
                }
                scripts[index].keep(reason)
                isChanged = true
            }
        }
    }

    /// Facts about all scripts, as they are before some of them are refused.
    private struct Round {
        var kept: [HeldScript]
        var words: Set<String> = []
        /// The scripts that capture a variable, by its name.
        var setters: [String: [Int]] = [:]

        init(_ scripts: [HeldScript]) {
            kept = scripts.filter { $0.lift == nil }
            for script in kept { words.formUnion(script.words) }
            for index in scripts.indices {
                for capture in scripts[index].lift?.captures ?? [] {
                    setters[capture.variable, default: []].append(index)
                }
            }
        }

        /// Whether a script that stays may contain a name.
        func mentions(_ name: String) -> Bool { name.split(separator: ".").allSatisfy { words.contains(String($0)) } }

        /// Whether a script that stays, and that runs after the response of the same requests, contains a name.
        func mentions(_ name: String, around script: HeldScript, in types: Set<String>) -> Bool {
            mentions(name)
                && kept.contains { types.contains($0.script.type) && $0.mentions(name) && $0.isAround(script) }
        }
    }

    private func objection(to lift: ScriptLift, of index: Int, _ round: Round) -> String? {
        let script = scripts[index]
        if !lift.assertions.isEmpty, script.holder.editedKind != .request {
            return "only requests have assertions, and it is a script of a folder or of the collection"
        }
        if round.mentions("setBody", around: script, in: ["after-response", "tests"]) {
            return "another script sets the body of the response"
        }
        for capture in lift.captures {
            let (name, isRuntime) = (capture.variable, capture.scope == .runtime)
            let isUsed =
                isRuntime ? round.mentions(name, around: script, in: ["after-response"]) : round.mentions(name)
            if isUsed { return "another script uses \(name)" }
            if !isRuntime, nearer.contains(name) { return "\(name) is a variable of a request or folder" }
            if ![.runtime, .environment].contains(capture.scope), ofEnvironments.contains(name) {
                return "\(name) is a variable of an environment"
            }
            // The nearest capture counts, but the last one of several scripts.
            let others =
                (captured[name] ?? []) + (round.setters[name] ?? []).filter { $0 != index }.map { scripts[$0].holder }
            if others.contains(where: { $0.isInside(script.holder) || script.holder.isInside($0) }) {
                return "\(name) is set at another place, too"
            }
        }
        return nil
    }
}

extension HeldScript {
    /// Whether both run with one request.
    func isAround(_ other: HeldScript) -> Bool { holder.isInside(other.holder) || other.holder.isInside(holder) }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "$" || self == "-" }
}
