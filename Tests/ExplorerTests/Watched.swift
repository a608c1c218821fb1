import Interchange
import OpenCollection
import TextGrid

@testable import Explorer

/// An explorer over files that someone else changes: what the wiring would read is handed in.
struct Watched {
    var state: ExplorerState
    private(set) var effects: [Effect] = []

    static let user = """
        info:
          name: Get user
          type: http
        http:
          method: GET
          url: http://h/users/:id
          params:
            - {name: id, value: "7", type: path}
          headers:
            - name: Accept # what we want
              value: json
            - name: X-Trace
              value: "on"
        """ + "\n"

    /// A folder with two requests; the first is shown.
    init(columns: Int = 80, rows: Int = 24) {
        let requests = [Self.item("users/get.yml", Self.user), Self.item("users/list.yml", Self.user)]
        let folder = CollectionItem(path: "users", name: "Users", kind: .folder(FolderDefinition(), requests))
        let local = EnvironmentDefinition(name: "local", variables: [Variable("token", "", isSecret: true)])
        state = Explorers.state(
            Collection(name: "Sample", items: [folder], environments: [local]), columns: columns, rows: rows)
        state.show("users/get.yml")
    }

    static func item(_ path: ItemPath, _ text: String) -> CollectionItem {
        CollectionItem.read(text: text, path: path)
    }

    var session: RequestSession? { state.sessions["users/get.yml"] }
    var header: String? { session?.draft.content.definition.headers.first?.value }

    /// Writes the shown request's file as somebody else.
    mutating func write(_ text: String, to path: ItemPath = "users/get.yml") {
        happen([.item(Self.item(path, text))], at: [path])
    }

    /// Changes something on disk, which is reported and read.
    mutating func happen(
        _ changes: [CollectionChange], at paths: Set<ItemPath>, outside: OutsideValues? = nil
    ) {
        take(update(&state, .filesTouched(.paths(paths), collection: "/sample")))
        read(FilesRead(.changes(changes), outside: outside))
    }

    /// Replies to the reading that was ordered last.
    mutating func read(_ read: FilesRead) {
        guard let order = effects.last(where: { $0.key == .files }) else { return }
        take(update(&state, order.reply(read)))
    }

    /// Edits the draft: a header's value.
    mutating func edit(header value: String) {
        state.session?.draft.change { $0.request.definition.headers[0].value = value }
    }

    mutating func press(_ keys: KeyStroke...) { for key in keys { take(update(&state, .input(.key(key)))) } }
    mutating func type(_ text: String) { for key in text { press(.character(key)) } }

    private mutating func take(_ new: [Effect]) { effects += new }

    /// The order to save that came last.
    var save: SaveOrder? {
        for effect in effects.reversed() { if case .save(let order, _) = effect.order { return order } }
        return nil
    }

    /// Whether the journal was last ordered to keep a draft, or to forget it; nil: neither.
    var isJournalled: Bool? {
        for effect in effects.reversed() {
            if case .journal = effect.order { return true }
            if case .forgetJournal = effect.order { return false }
        }
        return nil
    }
}
