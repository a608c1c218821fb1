import ExplorerKit
import Foundation
import OpenCollection
import TextGrid

@testable import Explorer

/// Builders of states and strokes, so that a test says only what matters to it.
enum Explorers {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// A small collection: a folder with two requests and one request beside it.
    static var collection: OpenCollection.Collection {
        var get = RequestDefinition()
        get.name = "Get user"
        get.url = "{{baseUrl}}/users/:id?verbose=1"
        get.parameters = [
            Parameter(.query, Field("verbose", "1", origin: 0)),
            Parameter(.path, Field("id", "7", origin: 1)),
        ]
        get.headers = [Field("X-Trace", "on", origin: 0), Field("X-Off", "no", isEnabled: false, origin: 1)]
        get.docs = "Gets one user."
        var create = RequestDefinition()
        create.name = "Create user"
        create.method = "POST"
        create.url = "{{baseUrl}}/users"
        create.body.kind = .json
        create.body.text = "{\n  \"name\": \"Ada\"\n}"
        var secret = RequestDefinition()
        secret.name = "Secret"
        secret.url = "{{baseUrl}}/private"
        secret.auth = .bearer(token: "{{token}}")
        let folder = CollectionItem(
            path: "users", name: "Users",
            kind: .folder(FolderDefinition(), [item("users/get.yml", get), item("users/create.yml", create)]))
        let broken = CollectionItem(
            path: "broken.yml", name: "broken",
            kind: .broken(FileProblem(path: "broken.yml", message: "it is no mapping")))
        let local = EnvironmentDefinition(
            name: "local",
            variables: [Variable("baseUrl", "http://127.0.0.1:8642"), Variable("token", "", isSecret: true)])
        return OpenCollection.Collection(
            name: "Sample", items: [folder, item("secret.yml", secret), broken], environments: [local])
    }

    static func item(_ path: ItemPath, _ definition: RequestDefinition) -> CollectionItem {
        CollectionItem(
            path: path, name: definition.name ?? path.baseName,
            kind: .request(RequestFile(text: "# text of \(path)\n", definition: definition)))
    }

    /// Returns a file with the content of the collection's value; nil for a folder without one.
    static func file(at path: ItemPath, of collection: OpenCollection.Collection) -> FormFile? {
        var text = "info:\n  name: \(collection.name)\n"
        if case .folder(let definition, _)? = collection.item(at: path)?.kind {
            guard definition.hasFile else { return nil }
            text = FolderFile.newText(for: definition)
        } else if let environment = collection.environments.first(where: { $0.path == path }) {
            text = EnvironmentFile.newText(for: environment)
        }
        return try? FormFile.read(text: text, at: path)
    }

    static func state(
        _ collection: OpenCollection.Collection = collection, columns: Int = 80, rows: Int = 24,
        secrets: [String: String] = ["token": "t0p-secret"]
    ) -> ExplorerState {
        var state = ExplorerState(
            CollectionState(
                collection, path: "/sample", environmentName: "local",
                outside: OutsideValues(secrets: ["local": secrets])),
            clientDefaults: ClientDefaults(userAgent: "microscope/test", acceptEncoding: "gzip"),
            size: Size(columns: columns, rows: rows), now: start)
        _ = update(&state, .input(.resize(state.size)))
        return state
    }
}

extension ExplorerState {
    /// Presses keys one after the other and gathers what is ordered. Folders, environments and the collection are opened at once, as the
    /// loop does; requests are made ready to be found at once, too.
    @discardableResult
    mutating func press(_ keys: KeyStroke...) -> [Effect] {
        keys.flatMap { handle(.input(.key($0))) }
    }

    /// Types each character as a key.
    @discardableResult
    mutating func type(_ text: String) -> [Effect] {
        text.flatMap { handle(.input(.key(.character($0)))) }
    }

    private mutating func handle(_ event: Event) -> [Effect] {
        let effects = update(&self, event)
        return effects
            + effects.flatMap { effect -> [Effect] in
                if case .indexRequests(let sources, _) = effect.order {
                    let index = RequestIndex(sources)
                    return update(
                        &self, effect.reply(index))
                }
                guard case .open(let path, _) = effect.order, path.isEditedAsDefaults else { return [] }
                let file = Explorers.file(at: path, of: collection)
                return update(
                    &self,
                    effect.reply(OpenedItem.file(file ?? .newFolder(at: path), exists: file != nil)))
            }
    }

    /// The screen as text.
    var screen: String { view(self).text() }

    /// Returns the style in which a text of the screen begins; nil if it is not there.
    func style(at text: String) -> Style? {
        let grid = view(self)
        for row in 0..<grid.size.rows {
            guard let range = grid.text(row: row).range(of: text) else { continue }
            let column = grid.text(row: row).distance(from: grid.text(row: row).startIndex, to: range.lowerBound)
            return grid.cells[row * grid.size.columns + column].style
        }
        return nil
    }
}
