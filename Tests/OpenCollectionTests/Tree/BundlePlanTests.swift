import Testing

@testable import OpenCollection

private let shop = """
    # One file.
    info: {name: Shop}
    config:
      environments:
        - name: dev # local
          variables:
            - {name: host, value: "http://h"}
        - name: prod
          extends: dev
    items:
      # People.
      - info: {name: Users, type: folder}
        items:
          - info:
              name: Get user # by id
              type: http
              seq: 2
            http:
              method: GET
              url: "{{host}}/users/1" # here
          - http: {method: POST, url: http://h/users}
      - info: {name: Get user, type: graphql}
        graphql: {url: http://h/q}
      - {info: {name: get user, type: grpc}}
    bundled: true

    """

private let companion =
    "requests:\n  Users/Get user.yml: {tls: {verify: false}}\n  get user 2.yml: {retry: {count: 1}}\n"

@Suite("Operations on a collection in one file")
struct BundlePlanTests {
    private func plan(_ operation: TreeOperation, _ text: String = shop) throws -> TreePlan {
        let bundle = try #require(try CollectionBundle(text: text, path: "shop.yml"))
        let contents = BundleContents(bundle, companion: try CompanionFile.read(text: companion))
        return try TreePlan(operation, in: contents, bundle: bundle, file: "shop.yml")
    }

    private func text(_ path: ItemPath, _ plan: TreePlan) -> String? {
        for case .rewrite(path, _, let text) in plan.steps { return text }
        return nil
    }

    private func after(_ operation: TreeOperation, _ text: String = shop) throws -> String? {
        self.text("shop.yml", try plan(operation, text))
    }

    @Test("a name is one line, and microscope.yaml follows the path that comes of it")
    func rename() throws {
        let plan = try plan(.rename("Users/Get user.yml", to: "Fetch"))
        #expect(text("shop.yml", plan) == shop.replacing("name: Get user #", with: "name: Fetch #"))
        #expect(plan.changes == [PathChange(from: "Users/Get user.yml", to: "Users/Fetch.yml")])
        #expect(plan.focus == ["Users/Fetch.yml"])
        #expect(text(CompanionFile.path, plan) == companion.replacing("Users/Get user", with: "Users/Fetch"))
    }

    @Test("a folder, an environment and the collection are renamed where they say their names")
    func renameOthers() throws {
        let folder = try plan(.rename("Users", to: "People"))
        #expect(text("shop.yml", folder) == shop.replacing("name: Users,", with: "name: People,"))
        #expect(Set(folder.changes.map(\.to)) == ["People", "People/Get user.yml", "People/http.yml"])
        #expect(
            try after(.rename("environments/dev.yml", to: "local"))
                == shop.replacing("name: dev #", with: "name: local #").replacing(
                    "extends: dev", with: "extends: local"))
        #expect(try after(.rename(.root, to: "Store")) == shop.replacing("name: Shop", with: "name: Store"))
    }

    @Test("what is moved keeps its comments and styles")
    func move() throws {
        let text = shop.replacing("Get user, type: graphql", with: "Q, type: graphql").replacing(
            "get user, type", with: "chat, type")
        let plan = try plan(.move(["Users/Get user.yml"], into: .root), text)
        let item =
            "      name: Get user # by id\n      type: http\n      seq: 4\n    http:\n      method: GET\n      url: \"{{host}}/users/1\" # here\n"
        let after = try #require(self.text("shop.yml", plan))
        #expect(after.contains("  - {info: {name: chat, type: grpc}}\n  - info:\n\(item)bundled: true\n"))
        #expect(after.contains("    items:\n      - http: {method: POST"))
        #expect(plan.changes == [PathChange(from: "Users/Get user.yml", to: "Get user.yml")])
    }

    @Test("what is moved into a folder that holds nothing yet is written in lines there")
    func moveIntoEmpty() throws {
        let text =
            "items:\n  - info: {name: F, type: folder}\n  # mine\n  - info: {name: a, type: http, seq: 1} # a\n    http: {url: 'x'}\n"
        #expect(
            try after(.move(["a.yml"], into: "F"), text)
                == "items:\n  - info: {name: F, type: folder}\n    items:\n      # mine\n      - info: {name: a, type: http, seq: 1} # a\n        http: {url: 'x'}\n"
        )
    }

    @Test("a copy stands behind the others")
    func duplicate() throws {
        let plan = try plan(.duplicate(["Users/Get user.yml"]))
        #expect(plan.focus == ["Users/Get user copy.yml"])
        let copy =
            "      - info:\n          name: Get user copy # by id\n          type: http\n          seq: 3\n        http:\n          method: GET\n          url: \"{{host}}/users/1\" # here\n"
        #expect(
            text("shop.yml", plan) == shop.replacing("url: http://h/users}\n", with: "url: http://h/users}\n\(copy)"))
    }

    @Test("a new item, folder or environment comes at the end of its list")
    func create() throws {
        #expect(
            try after(.create(.folder, named: "Orders", in: .root))?.contains(
                "grpc}}\n  - info:\n      name: Orders\n      type: folder\n      seq: 4\n    request:\n      auth: inherit\nbundled"
            ) == true)
        #expect(try plan(.create(.request(.http), named: "New", in: "Users")).focus == ["Users/New.yml"])
        #expect(
            try after(.create(.environment, named: "test", in: .root))
                == shop.replacing("extends: dev\n", with: "extends: dev\n    - name: test\n"))
    }

    @Test("what is deleted is kept first; names that were in its way are free again")
    func delete() throws {
        let plan = try plan(.delete(["Get user.yml", "Users"]))
        guard case .keep("Get user.yml", let files)? = plan.steps.first else {
            Issue.record("\(plan.steps)")
            return
        }
        #expect(files.keys.map(\.text) == ["Get user.yml"])
        #expect(plan.changes == [PathChange(from: "get user 2.yml", to: "get user.yml")])
        let rest = "items:\n  - {info: {name: get user, type: grpc}}\nbundled: true\n"
        #expect(text("shop.yml", plan)?.hasSuffix(rest) == true)
        #expect(text(CompanionFile.path, plan) == "requests:\n  get user.yml: {retry: {count: 1}}\n")
    }

    @Test("what was cut out can be put in again")
    func insert() throws {
        let plan = try plan(.delete(["Users"]))
        guard case .keep(_, let files)? = plan.steps.first, let cut = text("shop.yml", plan),
            let bundle = try CollectionBundle(text: cut, path: "shop.yml")
        else {
            Issue.record("\(plan.steps)")
            return
        }
        let again = try TreePlan(
            inserting: files.map { ($0.key, $0.value) }, into: bundle, companion: CompanionFile(), file: "shop.yml")
        let restored = try #require(try CollectionBundle(text: text("shop.yml", again) ?? "", path: "shop.yml"))
        for path in files.keys { #expect(restored.text(of: path) == files[path]) }
    }

    @Test("another order is written as seq")
    func place() throws {
        let post = "- http: {method: POST, url: http://h/users}\n"
        #expect(
            try after(.place("Users/http.yml", at: 1))
                == shop.replacing(post, with: "\(post)        info:\n          seq: 3\n"))
        let moved = try after(.place("get user 2.yml", at: 0))
        #expect(
            moved == shop.replacing("{name: Get user, type: graphql}", with: "{name: Get user, type: graphql, seq: 2}"))
    }

    @Test("the last item stays, and files that are none cannot be renamed")
    func refusals() throws {
        let last = #expect(throws: TreeProblem.self) { try plan(.delete(["Users", "Get user.yml", "get user 2.yml"])) }
        #expect(
            last?.description == "shop.yml: a collection in one file keeps one item at least; delete the file itself")
        let file = #expect(throws: TreeProblem.self) { try plan(.renameFile("Get user.yml", to: "x")) }
        #expect(
            file?.description == "items of a collection in one file have no files of their own; rename the item")
    }
}
