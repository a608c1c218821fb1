import Exchanges
import ExplorerKit
import Foundation
import OpenCollection

/// Everything on screen that belongs to one collection. Each open one keeps its own: nothing of it is lost while another is shown.
///
/// Its groups are boxed, as those of ``ExplorerState`` are.
public struct CollectionState: Sendable {
    /// Directory of the collection, or the one file that holds it: the identity of the collection. Empty when there is none.
    public let path: String
    @Boxed var items: ItemsState
    @Boxed public var environments: EnvironmentsState
    @Boxed public var values: ValuesState
    @Boxed public var credentials = CredentialsState()
    /// The sessions of requests, folders and environments that were shown, by path; the collection's own is the root's.
    public var sessions: [ItemPath: RequestSession] = [:]
    @Boxed var opened = OpenItems()
    @Boxed public var place = PlaceState()
    @Boxed var sends = SendsState()
    @Boxed var journal = JournalState()
    @Boxed var past = PastState()
    @Boxed public var files = FilesState()
    /// The work on the files shown in the tree.
    @Boxed var treeWork = TreeWork()
    /// The filters of its requests' bodies.
    @Boxed var filters = CollectionFilters()
    /// Latest generation per effect key; an event of an older one is dropped.
    public var generations: [EffectKey: Int] = [:]

    public init(
        _ collection: Collection, path: String, environmentName: String? = nil, sessionValues: [String: String] = [:],
        outside: OutsideValues = OutsideValues()
    ) {
        self.path = path
        items = ItemsState(collection, exists: !path.isEmpty)
        environments = EnvironmentsState(name: environmentName)
        values = ValuesState(typed: sessionValues, outside: outside)
    }

    /// The state in place of a collection where none is open.
    public static let none = CollectionState(Collection(name: ""), path: "")

    public var exists: Bool { !path.isEmpty }

    /// Notes that all of it was imported in this run: undo takes that back.
    public mutating func noteImported() { treeWork.isImported = true }

    /// Paths of what has unsaved changes, in the tree's order.
    public var dirtyPaths: [ItemPath] { sessions.filter { $0.value.draft.isDirty }.keys.sorted() }
}

// MARK: - Used everywhere

extension CollectionState {
    public var collection: Collection {
        get { items.collection }
        _modify { yield &items.collection }
    }
    public var tree: TreeState {
        get { items.tree }
        _modify { yield &items.tree }
    }
    var treeRows: TreeRows { items.rows }
    public var shown: ItemPath? {
        get { opened.shown }
        set { opened.shown = newValue }
    }
    /// The state of what is shown: a request, a folder, the collection, an environment.
    public var session: RequestSession? {
        get { shown.flatMap { sessions[$0] } }
        set {
            guard let shown else { return }
            sessions[shown] = newValue
        }
    }
    public var environmentName: String? {
        get { environments.name }
        set { environments.name = newValue }
    }
    public var outside: OutsideValues {
        get { values.outside }
        _modify { yield &values.outside }
    }
}

/// Whether changes of a collection's files are seen by themselves.
public enum Watching: Sendable, Hashable {
    case notYet
    case everywhere
    /// A part of the directories, since there are more than the system watches.
    case partly
    /// Nothing is watched, for this reason. Reloading is up to the user.
    case no(String)
}

/// The files of a collection that changed.
public enum TouchedFiles: Sendable, Hashable {
    case paths(Set<ItemPath>)
    /// More than could be listed.
    case everything

    var isEmpty: Bool { self == .paths([]) }

    mutating func add(_ other: TouchedFiles) {
        guard case .paths(let paths) = self, case .paths(let others) = other else {
            self = .everything
            return
        }
        self = .paths(paths.union(others))
    }
}

/// The collection tree: what is open and the place of the cursor.
public struct TreeState: Sendable, Hashable {
    public var expanded: Set<ItemPath> = [.root]
    public var cursor: ItemPath?
    public var filter: String?
}
