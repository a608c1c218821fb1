public import Foundation
public import OpenCollection

/// Does to a collection's files what operations on its tree mean: all of it, or none.
public struct CollectionEditor: Sendable {
    public let root: URL
    let trash: Trash
    let mover: FileMover
    private let privateValues: PrivateValues
    var loader: CollectionLoader { CollectionLoader(root: root) }

    /// - Parameters:
    ///   - root: of the collection: a directory, or the one file of a whole collection.
    ///   - now: the wall clock.
    public init(root: URL, directories: MicroscopeDirectories, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(root: root, directories: directories, now: now, mover: FileMover())
    }

    init(root: URL, directories: MicroscopeDirectories, now: @escaping @Sendable () -> Date, mover: FileMover) {
        self.root = root
        self.mover = mover
        trash = Trash(directories: directories, now: now, mover: mover)
        privateValues = PrivateValues(directories: directories)
    }

    /// Of another collection, with the same trash.
    init(root: URL, of other: CollectionEditor) {
        self.root = root
        (mover, trash, privateValues) = (other.mover, other.trash, other.privateValues)
    }

    // MARK: - Planning

    /// Thinks an operation through, by what is on disk now.
    ///
    /// - Parameter texts: what the files of items that are deleted must still say (``TreePlan/broughtTexts`` of their copy); nil: whatever
    ///   they say.
    /// - Throws: ``TreeProblem`` when it cannot be done. Nothing has happened yet.
    public func plan(
        _ operation: TreeOperation, expecting texts: [ItemPath: String]? = nil
    ) throws(TreeProblem) -> TreePlan {
        if let texts, case .delete(let paths) = operation { try check(paths, stillSay: texts) }
        let plan = try thinkThrough(operation)
        if !plan.changes.isEmpty, case .broken(let problem)? = loader.companion().1.first?.kind {
            throw TreeProblem("\(problem.line); repair it first, since it says things of items by their paths")
        }
        return plan
    }

    private func thinkThrough(_ operation: TreeOperation) throws(TreeProblem) -> TreePlan {
        guard let bundle = try bundle() else {
            return try TreePlan(operation, in: DiskContents(loader)) { path throws(FileProblem) in
                try loader.fileText(of: path)
            }
        }
        let contents = BundleContents(bundle, companion: loader.companion().0)
        return try TreePlan(operation, in: contents, bundle: bundle, file: ItemPath(loader.rootFile.lastPathComponent))
    }

    func bundle() throws(TreeProblem) -> CollectionBundle? {
        do throws(FileProblem) {
            return try loader.bundle()
        } catch {
            throw TreeProblem(error)
        }
    }

    /// Puts something deleted back to where it was, with what `microscope.yaml` said of it.
    ///
    /// - Throws: ``TreeProblem`` when it cannot be done.
    public func restoration(of entry: Trash.Entry) throws(TreeProblem) -> TreePlan {
        guard !entry.isCut else { return try insertion(of: entry) }
        // Last: with the entry goes what it knows of policies.
        var plan = TreePlan(steps: [.restore(entry.id, to: entry.path)], focus: [entry.path])
        let companion = loader.companion().0
        do throws(FileProblem) {
            let text = try companion.adding(policies: entry.policies).text
            if text != companion.text {
                plan.steps.insert(.rewrite(CompanionFile.path, from: companion.text, to: text), at: 0)
            }
        } catch {
            throw TreeProblem(error)
        }
        return plan
    }

    private func insertion(of entry: Trash.Entry) throws(TreeProblem) -> TreePlan {
        guard let bundle = try bundle() else {
            throw TreeProblem("\(entry.path) was cut out of a collection in one file, which this no longer is")
        }
        let content = trash.content(entry.id)
        let kept = CollectionLoader(root: content.deletingLastPathComponent()).texts(of: "content")
        let texts = kept.map {
            (path: ItemPath(entry.path.text + $0.path.text.dropFirst("content".count)), text: $0.text)
        }
        return try TreePlan(
            inserting: texts, policies: entry.policies, into: bundle, companion: loader.companion().0,
            file: ItemPath(loader.rootFile.lastPathComponent))
    }

    // MARK: - Doing

    /// Does what was planned, step by step; when one fails, those before it are taken back. Saves of other instances wait meanwhile.
    ///
    /// - Returns: the plan that takes all of it back.
    /// - Throws: ``TreeProblem`` that says what failed and, if it could not all be taken back, what stands where.
    public func perform(_ plan: TreePlan) throws(TreeProblem) -> TreePlan { try makeSteps(of: plan).undo }

    /// - Returns: as ``perform(_:)``, and what the trash took in.
    func makeSteps(of plan: TreePlan) throws(TreeProblem) -> (undo: TreePlan, trashed: [TrashID: ItemPath]) {
        let lock = CollectionLock(root)
        defer { lock.release() }
        var done: [DoneStep] = []
        for step in plan.steps {
            do throws(TreeProblem) {
                done.append(try perform(step))
            } catch {
                throw TreeProblem("\(error)\(takeBack(done))")
            }
        }
        let steps = done.reversed().compactMap(\.inverse)
        let changes = plan.changes.map(\.reversed)
        let restored = steps.compactMap { if case .restore(_, let path) = $0 { path } else { nil } }
        let undo = TreePlan(steps: steps, changes: changes, focus: restored + plan.focus.map { $0.after(changes) })
        return (undo, Dictionary(done.compactMap(\.trashed)) { first, _ in first })
    }

    /// A step that was made, and how it is taken back.
    private struct DoneStep {
        /// Nil when nothing needs to be.
        var inverse: TreeStep?
        /// Whether the step made it, so that it may go without the trash.
        var isNew = false
        /// What the trash took in.
        var trashed: (TrashID, ItemPath)?
    }

    /// - Returns: what is to be added to the message of the failure.
    private func takeBack(_ done: [DoneStep]) -> String {
        var problems: [String] = []
        for step in done.reversed() {
            guard let inverse = step.inverse else { continue }
            do throws(TreeProblem) {
                if step.isNew, case .discard(let path) = inverse { try remove(path) } else { _ = try perform(inverse) }
            } catch {
                problems.append(error.description)
            }
        }
        if problems.isEmpty { return done.isEmpty ? "" : "; what was done before it was taken back" }
        return "; of what was done before it, this could not be taken back: \(problems.joined(separator: "; "))"
    }

    private func perform(_ step: TreeStep) throws(TreeProblem) -> DoneStep {
        switch step {
        case .makeDirectory(let path): return try makeDirectory(path)
        case .removeDirectory(let path):
            let isGone = rmdir(place(of: path)) == 0
            return DoneStep(inverse: isGone ? .makeDirectory(path) : nil)
        case .create(let path, let text):
            try create(path, text)
            return DoneStep(inverse: .discard(path), isNew: true)
        case .createFolder(let path, let text):
            try createFolder(path, text)
            return DoneStep(inverse: .discard(path), isNew: true)
        case .rewrite(let path, let old, let new): return try rewrite(path, old, new)
        case .move(let path, let target):
            try saying(path, "moved") { () throws(FileError) in try mover.move(place(of: path), to: place(of: target)) }
            return DoneStep(inverse: .move(target, to: path))
        case .copy(let path, let target):
            try saying(path, "copied") { () throws(FileError) in try mover.copy(place(of: path), to: place(of: target))
            }
            return DoneStep(inverse: .discard(target), isNew: true)
        case .discard(let path): return try discard(path)
        case .restore(let id, let path):
            try saying(path, "put back") { () throws(FileError) in try trash.restore(id, to: place(of: path)) }
            return DoneStep(inverse: .discard(path))
        case .keep(let path, let files): return try keep(path, files)
        case .movePrivateValues(let name, let new): return try movePrivateValues(name, new)
        case .bring(let place, let path):
            try saying(path, "copied") { () throws(FileError) in try mover.copy(place, to: self.place(of: path)) }
            return DoneStep(inverse: .discard(path), isNew: true)
        case .copySecrets(let name, let origin): return try copySecrets(name, from: origin)
        }
    }

    // MARK: - Steps

    func place(of path: ItemPath) -> String { loader.place(of: path) }

    private func makeDirectory(_ path: ItemPath) throws(TreeProblem) -> DoneStep {
        guard mkdir(place(of: path), 0o777) != 0 else { return DoneStep(inverse: .removeDirectory(path)) }
        guard errno != EEXIST else { return DoneStep() }
        throw TreeProblem("\(path) could not be made: \(String(cString: strerror(errno)))")
    }

    private func create(_ path: ItemPath, _ text: String) throws(TreeProblem) {
        try saying(path, "made") { () throws(FileError) in
            try AtomicFile.create(Data(text.utf8), at: URL(fileURLWithPath: place(of: path)))
        }
    }

    private func createFolder(_ path: ItemPath, _ text: String) throws(TreeProblem) {
        try saying(path, "made") { () throws(FileError) in
            guard mkdir(place(of: path), 0o777) == 0 else { throw FileError("mkdir", path: place(of: path)) }
        }
        do throws(TreeProblem) {
            try create(path.folderFile, text)
        } catch {
            rmdir(place(of: path))
            throw error
        }
    }

    private func rewrite(_ path: ItemPath, _ old: String, _ new: String) throws(TreeProblem) -> DoneStep {
        let current = try text(of: path, orNothing: old.isEmpty)
        guard let text = TextChange.making(old, new, in: current) else {
            throw TreeProblem("\(path) was changed meanwhile, in the lines concerned; look at it and do it by hand")
        }
        try saying(path, "written") { () throws(FileError) in
            if text.isEmpty, path == CompanionFile.path { return try mover.remove(place(of: path)) }
            if text != current { try AtomicFile.write(Data(text.utf8), to: URL(fileURLWithPath: place(of: path))) }
        }
        return DoneStep(inverse: .rewrite(path, from: text, to: current))
    }

    /// - Parameter isNothing: whether one that is not there counts as empty, as `microscope.yaml` does.
    private func text(of path: ItemPath, orNothing isNothing: Bool) throws(TreeProblem) -> String {
        if isNothing, FileMover.kind(of: place(of: path)) == nil { return "" }
        do throws(FileProblem) {
            return try loader.fileText(of: path)
        } catch {
            throw TreeProblem("\(path): \(error.message)")
        }
    }

    private func discard(_ path: ItemPath) throws(TreeProblem) -> DoneStep {
        guard FileMover.kind(of: place(of: path)) != nil else { throw TreeProblem("\(path) is not there any more") }
        let policies = loader.companion().0.policies(of: path)
        do {
            let id = try trash.put(place(of: path), path: path, of: root, policies: policies)
            return DoneStep(inverse: .restore(id, to: path), trashed: (id, path))
        } catch {
            throw TreeProblem("\(path) could not be moved to the trash: \(Self.reason(error))")
        }
    }

    private func keep(_ path: ItemPath, _ files: [ItemPath: String]) throws(TreeProblem) -> DoneStep {
        let policies = loader.companion().0.policies(of: path)
        do {
            return DoneStep(trashed: (try trash.keep(files, path: path, of: root, policies: policies), path))
        } catch {
            throw TreeProblem("\(path) could not be copied to the trash: \(Self.reason(error))")
        }
    }

    private func movePrivateValues(_ name: String, _ new: String) throws(TreeProblem) -> DoneStep {
        do {
            try privateValues.move(from: name, to: new, collection: root.path)
            return DoneStep(inverse: .movePrivateValues(from: new, to: name))
        } catch {
            throw TreeProblem("what is kept for \(name) could not be kept for \(new): \(Self.reason(error))")
        }
    }

    /// What is kept stays when it is taken back: no file says it.
    private func copySecrets(_ name: String, from origin: String) throws(TreeProblem) -> DoneStep {
        do {
            try privateValues.secrets.copy(name, from: origin, to: root.path)
            return DoneStep()
        } catch {
            throw TreeProblem("the secrets kept for \(name) could not be copied: \(Self.reason(error))")
        }
    }

    private func remove(_ path: ItemPath) throws(TreeProblem) {
        try saying(path, "removed again") { () throws(FileError) in try mover.remove(place(of: path)) }
    }

    // MARK: - Failures

    /// A failure of the system as a sentence.
    private func saying(_ path: ItemPath, _ deed: String, _ work: () throws(FileError) -> Void) throws(TreeProblem) {
        do throws(FileError) {
            try work()
        } catch {
            let base = loader.directory.path + "/"
            let name = error.path.hasPrefix(base) ? String(error.path.dropFirst(base.count)) : error.path
            switch error.code {
            case EEXIST: throw TreeProblem("\(name) is there already")
            case ENOENT:
                throw TreeProblem("\(path) could not be \(deed): it, or the folder for it, is not there any more")
            default: throw TreeProblem("\(path) could not be \(deed): \(error)")
            }
        }
    }

    static func reason(_ error: any Error) -> String {
        (error as? FileError)?.description ?? error.localizedDescription
    }
}
