import Foundation
public import OpenCollection

/// The work on the files in the tree of one collection: marked, under way, waiting, done. One thing at a time.
struct TreeWork: Sendable {
    /// Marked by Space: what moving, copying and deleting mean.
    var marked: Set<ItemPath> = []
    fileprivate(set) var underWay: TreeJob?
    /// The jobs that were ordered meanwhile, in this order.
    var waiting: [TreeJob] = []
    /// Saves that were ordered meanwhile: their files may get another path.
    var waitingSaves: [ItemPath] = []
    /// Values for the private store that were to be kept meanwhile: their environments may get another name.
    var waitingSecrets: [StoredSecret] = []
    /// The jobs that can be undone, the latest last.
    var done: [DoneJob] = []
    var undone: [DoneJob] = []
    /// The sessions of items that were deleted, in case they come back.
    var snapshots: [DeletedSnapshot] = []
    /// The drafts that were pasted last, until something else is done; several when the text held several requests.
    var pasted: [PastedDraft] = []
    private var snapshotCount = 0
    /// The keys of now of effects that were ordered for a path that is now another one, by their generation: they report under the old one.
    var movedEffects: [Int: EffectKey] = [:]
    /// Whether the whole collection was imported in this run.
    var isImported = false

    /// Something that was done, with the plan that takes it back.
    struct DoneJob: Sendable {
        var title: String
        var undo: TreePlan
        /// Number of the snapshot that was taken with it; nil if no session was deleted.
        var snapshot: Int?
        /// Later ones have higher numbers, in whatever collection.
        var order: Int
        var at: Date
        /// The texts of the files that it made, as they were then.
        var made: [ItemPath: String] = [:]
    }

    /// The sessions of the items that one operation took away. By path alone another item would get it, that had the path later.
    struct DeletedSnapshot: Sendable {
        var number: Int
        var trashed: [TrashID: ItemPath]
        var sessions: [ItemPath: RequestSession]
    }

    mutating func takeSnapshot(_ sessions: [ItemPath: RequestSession], _ trashed: [TrashID: ItemPath]) -> Int? {
        guard !sessions.isEmpty else { return nil }
        snapshotCount += 1
        snapshots.append(DeletedSnapshot(number: snapshotCount, trashed: trashed, sessions: sessions))
        return snapshotCount
    }

    /// Takes out what returns.
    ///
    /// - Parameters:
    ///   - number: The number of the snapshot that is restored as a whole.
    ///   - returned: The items that come out of the trash.
    mutating func restoreDeleted(_ number: Int?, _ returned: Set<TrashID>) -> [ItemPath: RequestSession] {
        var raised: [ItemPath: RequestSession] = [:]
        for index in snapshots.indices {
            let snapshot = snapshots[index]
            let places = snapshot.trashed.filter { returned.contains($0.key) }.values
            for (path, session) in snapshot.sessions
            where snapshot.number == number || places.contains(where: { path.isInside($0) }) {
                raised[path] = session
                snapshots[index].sessions[path] = nil
            }
        }
        snapshots.removeAll(where: \.sessions.isEmpty)
        return raised
    }

    var isBusy: Bool { underWay != nil }

    mutating func begin(_ job: TreeJob) { underWay = job }

    mutating func end() -> TreeJob? {
        defer { underWay = nil }
        return underWay
    }

    /// Keeps a job that could not be undone now, since it may be undone later.
    mutating func keepForLater(_ job: TreeJob) {
        guard let done = job.done else { return }
        if case .undo = job.kind { self.done.append(done) } else { undone.append(done) }
    }

    mutating func follow(_ changes: [PathChange]) {
        marked = Set(marked.map { $0.after(changes) })
        waitingSaves = waitingSaves.map { $0.after(changes) }
        for index in waiting.indices { waiting[index].follow(changes) }
        for index in waitingSecrets.indices {
            waitingSecrets[index].environment = waitingSecrets[index].path.after(changes).baseName
        }
    }
}

/// Something to be done to the tree.
struct TreeJob: Sendable {
    enum Kind: Sendable {
        case order(TreeOrder.Kind)
        /// Moves an item up or down among its siblings, from where it then is.
        case shift(ItemPath, by: Int)
        /// Undoes the job that then is the latest.
        case undo
        case redo
    }

    var kind: Kind
    /// "rename users": for messages.
    var title: String
    /// The job that is undone, or done again; nil until it begins.
    var done: TreeWork.DoneJob?
    /// The place of the tree's cursor: if it still is there, it follows.
    var cursor: ItemPath?
    /// The copy in another collection that was made before the deletion; nil for all else.
    var outgoingMove: OutgoingMove?

    mutating func follow(_ changes: [PathChange]) {
        cursor = cursor?.after(changes)
        switch kind {
        case .order(.operation(let operation)): kind = .order(.operation(operation.after(changes)))
        case .order(.copyIn(var copy)):
            copy.folder = copy.folder.after(changes)
            kind = .order(.copyIn(copy))
        case .shift(let path, let step): kind = .shift(path.after(changes), by: step)
        case .order, .undo, .redo: break
        }
    }

    static func undo(at cursor: ItemPath?) -> TreeJob { TreeJob(kind: .undo, title: "undo", cursor: cursor) }

    /// Whether it makes a request, whose URL is asked for next.
    var makesRequest: Bool { if case .order(.operation(.create(.request, _, _))) = kind { true } else { false } }
}

/// An order of the tree for the handler of files.
public struct TreeOrder: Sendable {
    public enum Kind: Sendable {
        case operation(TreeOperation)
        case plan(TreePlan)
        case restore(TrashID)
        case duplicateCollection
        case discardCollection
        /// Copies items of another collection here; then they go there.
        case copyIn(IncomingCopy)
        /// Collections of another tool become folders.
        case imported(ImportOrder)
        /// Files get other texts.
        case rewrite([RewrittenFile])
    }

    public var kind: Kind
    /// The collection in memory, to find what must be read again.
    public var collection: Collection
    /// Requests that were shown.
    public var open: Set<ItemPath>
    /// The texts that the files to be removed must still have: ``TreePlan/incomingTexts``; nil where that does not matter.
    public var expected: [ItemPath: String]?
}

/// The result of an order.
public enum TreeResult: Sendable {
    case done(TreeOutcome)
    /// Folders were imported, with values of secrets by environment and name; a problem says why these are not kept for the next run.
    case imported(TreeOutcome, secrets: [String: [String: String]], problem: String?)
    /// Nothing is to be done: it is so already.
    case nothing
    /// A sentence for the user. Everything is as it was.
    case failed(String)
    /// The collection was copied; the copy is opened by itself.
    case copied
    /// The collection is in the trash.
    case discarded(TrashID)
}

/// Something in the trash.
public struct TrashedItem: Sendable, Hashable {
    public var id: TrashID
    public var path: ItemPath
    public var deletedAt: Date

    public init(id: TrashID, path: ItemPath, deletedAt: Date) {
        self.id = id
        self.path = path
        self.deletedAt = deletedAt
    }
}

/// A whole collection in the trash.
struct DeletedCollection: Sendable {
    var id: TrashID
    /// ``CollectionState/path``.
    var path: String
    /// Whether it is being put back.
    var isReturning = false
    /// The order among all that was done, as for a job in a collection.
    var order: Int
}
