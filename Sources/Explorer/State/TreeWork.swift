import Foundation
public import OpenCollection

/// What is done to the files behind the tree of one collection: marked, under way, waiting, done. One thing at a time.
struct TreeWork: Sendable {
    /// Marked by Space: what moving, copying and deleting mean.
    var marked: Set<ItemPath> = []
    fileprivate(set) var underWay: TreeJob?
    /// What was asked for meanwhile, in this order.
    var waiting: [TreeJob] = []
    /// Saves that were asked for meanwhile: their files may get another path.
    var waitingSaves: [ItemPath] = []
    /// Values for the private store that were to be kept meanwhile: their environments may get another name.
    var waitingSecrets: [KeptSecret] = []
    /// What can be undone, the latest last.
    var done: [DoneJob] = []
    var undone: [DoneJob] = []
    /// What belonged to items that were deleted, in case they come back.
    var buried: [Burial] = []
    /// What was pasted last, until something else is done; several when the text held several requests.
    var pasted: [PastedDraft] = []
    private var burialCount = 0
    /// The keys of now of effects that were ordered for a path that is now another one, by their generation: they report under the old one.
    var movedEffects: [Int: EffectKey] = [:]
    /// Whether the whole collection was imported in this run.
    var isImported = false

    /// Something that was done, with the plan that takes it back.
    struct DoneJob: Sendable {
        var title: String
        var undo: TreePlan
        /// Number of the burial that came with it; nil when there was nothing to bury.
        var burial: Int?
        /// Later ones have higher numbers, in whatever collection.
        var order: Int
        var at: Date
        /// What the files that it made said then.
        var made: [ItemPath: String] = [:]
    }

    /// What belonged to the items that one operation took away. By path alone another item would get it, that had the path later.
    struct Burial: Sendable {
        var number: Int
        var trashed: [TrashID: ItemPath]
        var sessions: [ItemPath: RequestSession]
    }

    mutating func bury(_ sessions: [ItemPath: RequestSession], _ trashed: [TrashID: ItemPath]) -> Int? {
        guard !sessions.isEmpty else { return nil }
        burialCount += 1
        buried.append(Burial(number: burialCount, trashed: trashed, sessions: sessions))
        return burialCount
    }

    /// Takes out what returns.
    ///
    /// - Parameters:
    ///   - number: of the burial that is taken back as a whole.
    ///   - returned: what comes out of the trash.
    mutating func raise(_ number: Int?, _ returned: Set<TrashID>) -> [ItemPath: RequestSession] {
        var raised: [ItemPath: RequestSession] = [:]
        for index in buried.indices {
            let burial = buried[index]
            let places = burial.trashed.filter { returned.contains($0.key) }.values
            for (path, session) in burial.sessions
            where burial.number == number || places.contains(where: { path.isInside($0) }) {
                raised[path] = session
                buried[index].sessions[path] = nil
            }
        }
        buried.removeAll(where: \.sessions.isEmpty)
        return raised
    }

    var isBusy: Bool { underWay != nil }

    mutating func begin(_ job: TreeJob) { underWay = job }

    mutating func end() -> TreeJob? {
        defer { underWay = nil }
        return underWay
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
    enum Deed: Sendable {
        case order(TreeOrder.Deed)
        /// Up or down among what is beside it, from where it then is.
        case shift(ItemPath, by: Int)
        /// Of what then is the latest.
        case undo
        case redo
    }

    var deed: Deed
    /// "rename users": for messages.
    var title: String
    /// What is undone, or done again; nil until it begins.
    var done: TreeWork.DoneJob?
    /// Where the tree's cursor was: if it still is there, it follows.
    var cursor: ItemPath?
    /// Of what was copied into another collection before it is deleted; nil for all else.
    var departure: Departure?

    mutating func follow(_ changes: [PathChange]) {
        cursor = cursor?.after(changes)
        switch deed {
        case .order(.operation(let operation)): deed = .order(.operation(operation.after(changes)))
        case .order(.bring(var bringing)):
            bringing.folder = bringing.folder.after(changes)
            deed = .order(.bring(bringing))
        case .shift(let path, let step): deed = .shift(path.after(changes), by: step)
        case .order, .undo, .redo: break
        }
    }

    static func undo(at cursor: ItemPath?) -> TreeJob { TreeJob(deed: .undo, title: "undo", cursor: cursor) }

    /// Whether it makes a request, whose URL is asked for next.
    var makesRequest: Bool { if case .order(.operation(.create(.request, _, _))) = deed { true } else { false } }
}

/// What the files' handler is to do for the tree.
public struct TreeOrder: Sendable {
    public enum Deed: Sendable {
        case operation(TreeOperation)
        case plan(TreePlan)
        case restore(TrashID)
        case duplicateCollection
        case discardCollection
        /// Copies items of another collection here; then they go there.
        case bring(Bringing)
        /// Collections of another tool become folders.
        case imported(ImportOrder)
        /// Files get other texts.
        case rewrite([RewrittenFile])
    }

    public var deed: Deed
    /// As it is in memory, to tell what must be read anew.
    public var collection: Collection
    /// Requests that were shown.
    public var open: Set<ItemPath>
    /// What the files of what goes must still say: ``TreePlan/broughtTexts``; nil where that does not matter.
    public var expected: [ItemPath: String]?
}

/// What came of it.
public enum TreeResult: Sendable {
    case done(TreeOutcome)
    /// Folders were imported, with values of secrets by environment and name; a problem says why these are not kept for the next run.
    case imported(TreeOutcome, secrets: [String: [String: String]], problem: String?)
    /// It holds already.
    case nothing
    /// A sentence for the person. Everything is as it was.
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
    /// While it is being put back.
    var isReturning = false
    /// As that of what was done in a collection.
    var order: Int
}
