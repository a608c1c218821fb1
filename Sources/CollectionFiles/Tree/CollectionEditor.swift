import Files
public import Foundation
public import OpenCollection

/// Does to a collection's files what operations on its tree mean: all of it, or none.
public struct CollectionEditor: Sendable {
    public let root: URL
    let trash: Trash
    let mover: FileMover
    let privateValues: PrivateValues
    /// Says which links out of the collection may be followed when items are read to be shown.
    let gate: TrustGate?
    private let openedAt: String?
    var loader: CollectionLoader { CollectionLoader(root: root) }

    /// - Parameters:
    ///   - root: The root of the collection: a directory, or the one file of a whole collection.
    ///   - now: The wall clock.
    public init(root: URL, directories: MicroscopeDirectories, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(root: root, directories: directories, now: now, mover: FileMover())
    }

    init(root: URL, directories: MicroscopeDirectories, now: @escaping @Sendable () -> Date, mover: FileMover) {
        self.root = root
        self.mover = mover
        openedAt = CollectionLock.realPath(of: root)
        trash = Trash(directories: directories, now: now, mover: mover)
        privateValues = PrivateValues(directories: directories)
        gate = TrustGate(root: root, directories: directories)
    }

    /// Creates an editor of another collection, with the same trash.
    init(root: URL, of other: CollectionEditor) {
        self.root = root
        (mover, trash, privateValues) = (other.mover, other.trash, other.privateValues)
        openedAt = CollectionLock.realPath(of: root)
        gate = nil
    }

    // MARK: - Planning

    /// Plans an operation, by what is on disk now.
    ///
    /// - Parameter texts: The texts that the files of deleted items must still have (``TreePlan/incomingTexts`` of their copy); nil: any.
    /// - Throws: ``TreeProblem`` when it cannot be done. Nothing has happened yet.
    public func plan(
        _ operation: TreeOperation, expecting texts: [ItemPath: String]? = nil
    ) throws(TreeProblem) -> TreePlan {
        if let texts, case .delete(let paths) = operation { try check(paths, stillSay: texts) }
        let plan = try thinkThrough(operation)
        if !plan.changes.isEmpty, case .broken(let problem)? = loader.companion().1.first?.kind {
            throw TreeProblem("\(problem.line); fix it first, since it names items by their paths")
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

    /// Returns the collection in one file, with the name of that; nil if each item has its own.
    ///
    /// - Throws: ``TreeProblem`` when it cannot be read.
    public func bundledFile() throws(TreeProblem) -> (bundle: CollectionBundle, name: ItemPath)? {
        try bundle().map { ($0, ItemPath(loader.rootFile.lastPathComponent)) }
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
    /// - Returns: The plan that takes all of it back.
    /// - Throws: ``TreeProblem`` that says what failed and, if it could not all be taken back, which files are where.
    public func perform(_ plan: TreePlan) throws(TreeProblem) -> TreePlan { try makeSteps(of: plan).undo }

    /// - Returns: The plan of ``perform(_:)``, and the items that were put into the trash.
    func makeSteps(of plan: TreePlan) throws(TreeProblem) -> (undo: TreePlan, trashed: [TrashID: ItemPath]) {
        let lock = try lock()
        defer { lock.release() }
        let steps = CollectionSteps(self, in: lock.directory)
        var done: [DoneStep] = []
        for step in plan.steps {
            do throws(TreeProblem) {
                done.append(try steps.perform(step))
            } catch {
                throw TreeProblem("\(error)\(steps.takeBack(done))")
            }
        }
        let inverses = done.reversed().compactMap(\.inverse)
        let changes = plan.changes.map(\.reversed)
        let restored = inverses.compactMap { if case .restore(_, let path) = $0 { path } else { nil } }
        let undo = TreePlan(steps: inverses, changes: changes, focus: restored + plan.focus.map { $0.after(changes) })
        return (undo, Dictionary(done.compactMap(\.trashed)) { first, _ in first })
    }

    private func lock() throws(TreeProblem) -> CollectionLock {
        do throws(FileError) {
            return try CollectionLock(root, openedAt: openedAt)
        } catch {
            throw TreeProblem("\(root.path) could not be opened: \(error.reason)")
        }
    }

    func place(of path: ItemPath) -> String { loader.place(of: path) }

    static func reason(_ error: any Error) -> String {
        (error as? FileError)?.description ?? error.localizedDescription
    }
}
