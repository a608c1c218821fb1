import Testing

@testable import OpenCollection

private let shop: [String: String] = [
    "opencollection.yml": "info:\n  name: Shop # ours\n",
    "Get user.yml": "# Who.\ninfo:\n  name: Get user # x\n  type: http\n  seq: 1\nhttp: {method: GET, url: /u}\n",
    "b.yml": "info:\n  name: Beta\n  type: http\n  seq: 2\nhttp: {method: GET, url: /b}\n",
    "plain.yml": "info: {type: http}\nhttp: {method: GET, url: /}\n",
    "chat.yml": "info:\n  name: Chat\n  type: websocket # soon\n\nwebsocket: {url: ws://h}\n",
    "lib.yml": "type: script\nscript: x\n",
    "bad.yml": "info: [\n",
    "users/folder.yml": "info:\n  name: users\n  type: folder\n",
    "users/list.yml": "info:\n  name: list\n  type: http\n  seq: 7\nhttp: {method: GET, url: /l}\n",
    "users/notes.txt": "hello",
    "bare/x.yml": "info: {name: x, type: grpc}\n",
    "environments/dev.yml": "name: dev\nvariables: []\n",
    "environments/prod.yml": "name: prod\nextends: dev # the base\n",
    "microscope.yaml": """
    version: 1
    requests:
      Get user.yml: {tls: {verify: false}} # self-signed
      "users/list.yml":
        retry: {count: 2}
    folders:
      users: {tls: {verify: true}}
    environments:
      dev: {protected: true}

    """,
]

@Suite("What an operation on the tree does to the files")
struct TreePlanTests {
    /// The files after an operation, and what of them differs.
    private func after(_ operation: TreeOperation, _ files: [String: String] = shop) throws -> [String] {
        let before = MemoryCollection(files)
        var collection = before
        try collection.perform(operation)
        return collection.difference(from: before)
    }

    private func problem(_ operation: TreeOperation) -> String? {
        do {
            _ = try MemoryCollection(shop).plan(operation)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a new request is one file, behind the others")
    func create() throws {
        var collection = MemoryCollection(shop)
        try collection.perform(.create(.request(.http), named: " Log in/out ", in: .root))
        let text = try #require(collection.files["Log in-out.yml"])
        #expect(text.hasPrefix("info:\n  name: Log in/out\n  type: http\n  seq: 9\n"))
        #expect(collection.order(in: .root).last == "Log in-out.yml")
        try collection.perform(.create(.request(.graphQL), named: "folder", in: "users"))
        #expect(collection.files["users/folder request.yml"]?.contains("type: graphql") == true)
    }

    @Test("a new folder is a directory with its folder.yml, and a new environment one more file")
    func createOthers() throws {
        #expect(
            try MemoryCollection(shop).plan(.create(.folder, named: "Orders", in: "users")).steps == [
                .createFolder(
                    "users/Orders",
                    text: "info:\n  name: Orders\n  type: folder\n  seq: 2\n\nrequest:\n  auth: inherit\n")
            ])
        #expect(
            try after(.create(.environment, named: "test", in: "users")) == [
                "environments/test.yml +name: test", "environments/test.yml +",
            ])
        let plan = try MemoryCollection(["opencollection.yml": ""]).plan(.create(.environment, named: "a", in: .root))
        #expect(plan.steps == [.makeDirectory("environments"), .create("environments/a.yml", text: "name: a\n")])
    }

    @Test("a request is renamed in one line, and its file, which was called as it was, follows")
    func rename() throws {
        let plan = try MemoryCollection(shop).plan(.rename("Get user.yml", to: "Fetch user"))
        #expect(plan.changes == [PathChange(from: "Get user.yml", to: "Fetch user.yml")])
        #expect(plan.focus == ["Fetch user.yml"])
        guard case .rewrite("Get user.yml", let old, let new)? = plan.steps.first else {
            Issue.record("\(plan.steps)")
            return
        }
        #expect(new == old.replacing("name: Get user # x", with: "name: Fetch user # x"))
        #expect(plan.steps.dropFirst().first == .move("Get user.yml", to: "Fetch user.yml"))
        guard case .rewrite(CompanionFile.path, let before, let after)? = plan.steps.last else {
            Issue.record("\(plan.steps)")
            return
        }
        #expect(after == before.replacing("Get user.yml: {tls", with: "Fetch user.yml: {tls"))
    }

    @Test("a file that was called otherwise keeps its name")
    func renameKept() throws {
        #expect(try after(.rename("b.yml", to: "Gamma")) == ["b.yml -  name: Beta", "b.yml +  name: Gamma"])
    }

    @Test("what has no name of its own is renamed by its file alone, unless the file cannot say it")
    func renameNameless() throws {
        #expect(
            try MemoryCollection(shop).plan(.rename("plain.yml", to: "simple")).steps == [
                .move("plain.yml", to: "simple.yml")
            ])
        #expect(try MemoryCollection(shop).plan(.rename("bare", to: "full")).steps == [.move("bare", to: "full")])
        var collection = MemoryCollection(shop)
        try collection.perform(.rename("plain.yml", to: "a/b"))
        #expect(collection.files["a-b.yml"]?.hasPrefix("info: {type: http, name: a/b}\n") == true)
        try collection.perform(.rename("bare", to: "c/d"))
        #expect(collection.files["c-d/folder.yml"]?.hasPrefix("info:\n  name: c/d\n") == true)
        try collection.perform(.rename("bad.yml", to: "worse"))
        #expect(collection.files["worse.yml"] == "info: [\n")
    }

    @Test("a folder's directory follows its name, and microscope.yaml follows both")
    func renameFolder() throws {
        var collection = MemoryCollection(shop)
        try collection.perform(.rename("users", to: "people"))
        #expect(collection.files["people/folder.yml"] == "info:\n  name: people\n  type: folder\n")
        #expect(collection.files["people/notes.txt"] == "hello")
        #expect(
            collection.files[CompanionFile.path]
                == shop["microscope.yaml"]?.replacing("users/list.yml", with: "people/list.yml").replacing(
                    "users:", with: "people:"))
    }

    @Test(
        "a request that logs in is followed wherever it is named; deleted, it is named no more; a copied folder has its own"
    )
    func logins() throws {
        let request = "info: {type: http, name: r}\nhttp: {method: GET, url: /}\n"
        var collection = MemoryCollection([
            "opencollection.yml": "info: {name: C}\n", "auth/login.yml": request, "users/get.yml": request,
            "users/login.yml": request,
            "microscope.yaml": """
            version: 1
            collection: {login: auth/login.yml} # all
            folders:
              users: {login: users/login.yml}
            requests:
              users/get.yml: {login: auth/login.yml, tls: {verify: false}}

            """,
        ])
        try collection.perform(.rename("auth", to: "entry"))
        #expect(collection.companion.collection.login == .request("entry/login.yml"))
        #expect(collection.companion.requests["users/get.yml"]?.login == .request("entry/login.yml"))
        #expect(collection.files[CompanionFile.path]?.contains("{login: entry/login.yml} # all\n") == true)
        try collection.perform(.duplicate(["users"]))
        #expect(collection.companion.folders["users copy"]?.login == .request("users copy/login.yml"))
        #expect(collection.companion.requests["users copy/get.yml"]?.login == .request("entry/login.yml"))
        #expect(collection.companion.folders["users"]?.login == .request("users/login.yml"))
        try collection.perform(.delete(["entry/login.yml"]))
        #expect(collection.companion.collection.login == nil)
        #expect(collection.companion.requests["users/get.yml"]?.login == nil)
        #expect(collection.companion.requests["users/get.yml"]?.verifiesTLS == false)
    }

    @Test("an environment is its file; who extends it and microscope.yaml follow, its own text does not change")
    func renameEnvironment() throws {
        let plan = try MemoryCollection(shop).plan(.rename("environments/dev.yml", to: "local"))
        #expect(
            plan.steps.prefix(2) == [
                .move("environments/dev.yml", to: "environments/local.yml"),
                .movePrivateValues(from: "dev", to: "local"),
            ])
        #expect(
            try after(.rename("environments/dev.yml", to: "local")).sorted() == [
                "environments/dev.yml -", "environments/dev.yml -name: dev", "environments/dev.yml -variables: []",
                "environments/local.yml +", "environments/local.yml +name: dev",
                "environments/local.yml +variables: []",
                "environments/prod.yml +extends: local # the base", "environments/prod.yml -extends: dev # the base",
                "microscope.yaml +  local: {protected: true}", "microscope.yaml -  dev: {protected: true}",
            ])
    }

    @Test("a file is renamed alone, with or without its extension said")
    func renameFile() throws {
        let plan = try MemoryCollection(shop).plan(.renameFile("Get user.yml", to: "get.yml"))
        #expect(plan.steps.first == .move("Get user.yml", to: "get.yml"))
        #expect(try MemoryCollection(shop).plan(.renameFile("b.yml", to: "B")).steps == [.move("b.yml", to: "B.yml")])
        #expect(try MemoryCollection(shop).plan(.renameFile("users", to: "U")).steps.first == .move("users", to: "U"))
    }

    @Test("the collection's name is a line of its file")
    func renameRoot() throws {
        #expect(
            try after(.rename(.root, to: "Store")) == [
                "opencollection.yml -  name: Shop # ours", "opencollection.yml +  name: Store # ours",
            ])
    }

    @Test("a copy differs from its original in name and seq, and says the same in microscope.yaml")
    func duplicate() throws {
        var collection = MemoryCollection(shop)
        try collection.perform(.duplicate(["Get user.yml"]))
        let text = shop["Get user.yml"]?.replacing("Get user #", with: "Get user copy #").replacing(
            "seq: 1", with: "seq: 9")
        #expect(collection.files["Get user copy.yml"] == text)
        #expect(collection.companion.requests["Get user copy.yml"]?.verifiesTLS == false)
        try collection.perform(.duplicate(["Get user.yml", "Get user copy.yml"]))
        #expect(collection.files["Get user copy 3.yml"]?.contains("name: Get user copy 3") == true)
        try collection.perform(.duplicate(["bad.yml", "lib.yml", "environments/dev.yml", "chat.yml"]))
        #expect(collection.files["bad copy.yml"] == "info: [\n")
        #expect(collection.files["lib copy.yml"] == shop["lib.yml"])
        #expect(collection.files["environments/dev copy.yml"] == "name: dev copy\nvariables: []\n")
        #expect(collection.files["chat copy.yml"]?.contains("websocket # soon\n  seq: 14\n\nwebsocket:") == true)
    }

    @Test("a copy of a folder holds copies of all that is in it")
    func duplicateFolder() throws {
        var collection = MemoryCollection(shop)
        try collection.perform(.duplicate(["users"]))
        #expect(collection.files["users copy/folder.yml"] == "info:\n  name: users copy\n  type: folder\n")
        #expect(collection.files["users copy/list.yml"] == shop["users/list.yml"])
        #expect(collection.companion.requests["users copy/list.yml"]?.retry?.count == 2)
        #expect(collection.companion.folders["users copy"]?.verifiesTLS == true)
    }

    @Test("what is moved goes behind the others of its new folder")
    func move() throws {
        var collection = MemoryCollection(shop)
        let plan = try collection.plan(.move(["users/list.yml", "bare", "bare/x.yml", "users"], into: .root))
        #expect(plan.isEmpty == true || plan.changes.isEmpty)
        try collection.perform(.move(["chat.yml", "Get user.yml"], into: "users"))
        #expect(
            collection.order(in: "users")
                == ["chat.yml", "Get user.yml", "list.yml"].sorted { $0 == "chat.yml" && $1 != $0 })
        #expect(collection.companion.requests["users/Get user.yml"]?.verifiesTLS == false)
        try collection.perform(.move(["users"], into: "bare"))
        #expect(collection.files["bare/users/Get user.yml"]?.contains("# Who.\n") == true)
        #expect(collection.companion.folders["bare/users"]?.verifiesTLS == true)
    }

    @Test("what is deleted goes into the trash, and out of microscope.yaml")
    func delete() throws {
        let plan = try MemoryCollection(shop).plan(.delete(["users", "users/list.yml", "bad.yml"]))
        #expect(plan.steps.prefix(2) == [.discard("users"), .discard("bad.yml")])
        guard case .rewrite(CompanionFile.path, _, let text)? = plan.steps.last else {
            Issue.record("\(plan.steps)")
            return
        }
        #expect(!text.contains("users") && text.contains("Get user.yml"))
        #expect(plan.focus.isEmpty)
    }

    @Test(
        "what cannot be done is refused with a reason",
        arguments: [
            (.create(.request(.http), named: " ", in: .root), "a name is needed"),
            (
                .create(.request(.http), named: "get USER", in: .root),
                "Get user.yml already exists, and some systems ignore case; choose another name"
            ),
            (.create(.folder, named: "users", in: .root), "users already exists; choose another name"),
            (
                .create(.folder, named: "Environments", in: .root),
                "environments is a reserved name in a collection"
            ),
            (
                .create(.folder, named: "node_modules", in: "users"),
                "node_modules is a reserved name in a collection"
            ),
            (.create(.folder, named: "x", in: "nowhere"), "the folder nowhere no longer exists"),
            (.create(.environment, named: "a/b", in: .root), "\"/\" cannot be in a file name"),
            (
                .create(.environment, named: "dev", in: .root),
                "environments/dev.yml already exists; choose another name"
            ),
            (.rename("Get user.yml", to: "b"), "b.yml already exists; choose another name"),
            (.rename("nothing.yml", to: "b"), "nothing.yml no longer exists"),
            (.renameFile("b.yml", to: "folder"), "folder.yml is a reserved name in a collection"),
            (.renameFile("b.yml", to: "plain"), "plain.yml already exists; choose another name"),
            (.renameFile(.root, to: "x"), "the directory of a collection is renamed outside of Microscope"),
            (.move(["users"], into: "users"), "users cannot be moved into itself"),
            (.move(["environments/dev.yml"], into: "users"), "an environment cannot be moved into a folder"),
            (.move(["b.yml"], into: "environments"), "the folder environments no longer exists"),
            (.place("environments/dev.yml", at: 0), "environments are sorted by name"),
            (.place(.root, at: 0), "a collection has no place among others"),
            (.delete(["microscope.yaml"]), "microscope.yaml is not an item of the collection"),
        ] as [(TreeOperation, String)])
    func refusals(operation: TreeOperation, wanted: String) {
        #expect(problem(operation) == wanted)
        #expect(TreePlan.problem(with: operation, in: MemoryCollection(shop))?.description == wanted)
    }

    @Test(
        "names that differ in capitals alone are one, in all languages, and no others",
        arguments: [
            ("Get user.yml", "get USER.yml", true), ("Größe.yml", "grÖße.yml", true), ("k.yml", "\u{212A}.yml", true),
            ("a[.yml", "a{.yml", false), ("a@.yml", "a`.yml", false), ("a.yml", "ab.yml", false), ("", "", true),
            ("é.yml", "e\u{301}.yml", true),
        ])
    func sameNames(one: String, other: String, isSame: Bool) {
        #expect(one.isSame(as: other) == isSame && other.isSame(as: one) == isSame)
    }

    @Test("a collection in memory knows the names of its items and of its other files")
    func namesInMemory() {
        let item = CollectionItem.read(text: shop["b.yml"] ?? "", path: "users/B.yml")
        let folder = CollectionItem(path: "users", name: "users", kind: .folder(FolderDefinition(), [item]))
        let environment = EnvironmentDefinition(name: "dev", variables: [])
        let collection = Collection(name: "c", items: [folder], environments: [environment])
        #expect(collection.name(like: "USERS", in: .root) == "users" && collection.count(in: .root) == 1)
        #expect(collection.name(like: "b.YML", in: "users") == "B.yml" && collection.count(in: "users") == 1)
        #expect(collection.name(like: "folder.yml", in: "users") == "folder.yml")
        #expect(collection.name(like: "DEV.yml", in: .environments) == "dev.yml")
        #expect(collection.name(like: "Microscope.yaml", in: .root) == "microscope.yaml")
        #expect(collection.name(like: "b.yml", in: .root) == nil && collection.name(like: "c.yml", in: "users") == nil)
    }

    @Test("other capitals of the same name are another name of the same file")
    func capitals() throws {
        let plan = try MemoryCollection(shop).plan(.rename("Get user.yml", to: "get user"))
        #expect(plan.changes == [PathChange(from: "Get user.yml", to: "get user.yml")])
    }
}
