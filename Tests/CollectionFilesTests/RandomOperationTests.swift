import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CollectionFiles

@Suite("Operations by chance, one after the other")
struct RandomOperationTests {
    private static let bundle = """
        # One file.
        info: {name: Shop}
        config:
          environments:
            - name: dev # local
              variables: []
            - {name: prod, extends: dev}
        items:
          # People.
          - info:
              name: Users
              type: folder
            items:
              # first
              - info:
                  name: Get user # by id
                  type: http
                  seq: 2
                http:
                  method: GET
                  url: "{{host}}/users/1" # here

              - info: {name: list, type: http}
                http: {method: GET, url: /l}
          - info: {name: Empty, type: folder}
          - info: {name: Get user, type: graphql, seq: 1.5}
            graphql: {url: http://h/q}
          - {info: {name: chat, type: grpc}}

        """

    @Test(
        "whatever is done to files, memory is as a new start, and undoing all of it gives every byte back",
        arguments: 0..<6)
    func directories(seed: UInt64) throws {
        try check(seed, EditedCollection())
    }

    @Test("so it is in one file", arguments: 0..<6)
    func bundles(seed: UInt64) throws {
        let files = [
            "shop.yml": Self.bundle, "microscope.yaml": "requests: {Users/list.yml: {tls: {verify: false}}}\n",
        ]
        try check(seed, EditedCollection(files, root: "api/shop.yml"))
    }

    private func check(_ seed: UInt64, _ collection: EditedCollection) throws {
        var chance = SeededGenerator(seed: seed)
        let loader = CollectionLoader(root: collection.editor.root)
        var memory = try loader.load(.heads)
        let before = try collection.tree()
        var undos: [TreePlan] = []
        for _ in 0..<10 {
            let operation = chance.operation(in: memory)
            let known = Dictionary(memory.allItems.map { ($0.path, $0.name) }) { first, _ in first }
            guard let plan = try? collection.editor.plan(operation), !plan.isEmpty else { continue }
            let outcome = try collection.editor.carryOut(plan, in: memory, open: [])
            undos.append(outcome.undo)
            switch outcome.reading {
            case .changes(let changes): for change in changes { memory.apply(change) }
            case .whole(let whole): memory = whole
            }
            let fresh = try loader.load(.heads)
            #expect(memory.allItems.map(\.path) == fresh.allItems.map(\.path), "\(operation)")
            #expect(memory.companion == fresh.companion && memory.environments == fresh.environments, "\(operation)")
            expectKept(known, operation, plan, fresh)
        }
        #expect(!undos.isEmpty)
        for undo in undos.reversed() { _ = try collection.editor.perform(undo) }
        #expect(try collection.tree() == before)
    }

    /// Expects that what was not named by the operation is still there, with the same name.
    private func expectKept(
        _ known: [ItemPath: String], _ operation: TreeOperation, _ plan: TreePlan, _ fresh: OpenCollection.Collection
    ) {
        var named: [ItemPath] = []
        switch operation {
        case .delete(let paths): named = paths
        case .rename(let path, _), .renameFile(let path, _): named = [path]
        default: break
        }
        for (path, name) in known where !named.contains(where: { path.isInside($0) }) {
            #expect(fresh.item(at: path.after(plan.changes))?.name == name, "\(operation): \(path)")
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    fileprivate mutating func operation(in collection: OpenCollection.Collection) -> TreeOperation {
        let items = collection.allItems.map(\.path) + collection.environments.map(\.path) + [.root]
        let folders = [.root] + collection.allItems.filter(\.isFolder).map(\.path)
        let path = items[below(items.count)]
        let folder = folders[below(folders.count)]
        let name = ["Get user", "get", "A/b", "users", "x", "list", "dev", "Ünï"][below(8)]
        switch below(9) {
        case 0: return .create(.request(.http), named: name, in: folder)
        case 1:
            return below(2) == 0
                ? .create(.folder, named: name, in: folder) : .create(.environment, named: name, in: .root)
        case 2, 3: return .rename(path, to: name)
        case 4: return .renameFile(path, to: name)
        case 5: return .duplicate([path])
        case 6: return .move([path, items[below(items.count)]], into: folder)
        case 7: return .place(path, at: below(4))
        default: return .delete([path])
        }
    }
}
