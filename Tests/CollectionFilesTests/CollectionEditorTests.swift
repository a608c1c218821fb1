import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

/// A collection on disk, with a trash of its own beside it.
struct EditedCollection {
    let directory: TemporaryDirectory
    let editor: CollectionEditor
    let directories: MicroscopeDirectories

    init(
        _ files: [String: String] = Self.files, root: String = "api",
        mover: FileMover = FileMover(),
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }
    ) throws {
        directory = try TemporaryDirectory()
        try directory.write(Dictionary(uniqueKeysWithValues: files.map { ("api/\($0.key)", $0.value) }))
        directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        editor = CollectionEditor(
            root: directory.url.appendingPathComponent(root), directories: directories, now: now, mover: mover)
    }

    static let files = [
        "opencollection.yml": "info:\n  name: Shop\n",
        "Get user.yml":
            "# Who.\ninfo:\n  name: Get user # x\n  type: http\n  seq: 1\nhttp:\n  method: GET\n  url: /u\n",
        "b.yml": "info:\n  name: Beta\n  type: http\n  seq: 2\nhttp:\n  method: GET\n  url: /b\n",
        "users/folder.yml": "info:\n  name: users\n  type: folder\n",
        "users/list.yml": "info:\n  name: list\n  type: http\n  seq: 1\nhttp:\n  method: GET\n  url: /l\n",
        "users/deep/notes.txt": "hello",
        "zoo/x.yml": "info:\n  name: x\n  type: grpc\n",
        "environments/dev.yml": "name: dev\nvariables:\n  - {name: token, secret: true}\n",
        "environments/prod.yml": "extends: dev\n",
        "microscope.yaml": "requests:\n  Get user.yml: {tls: {verify: false}}\n  users/list.yml: {retry: {count: 2}}\n",
    ]

    func perform(_ operation: TreeOperation) throws -> TreePlan { try editor.perform(editor.plan(operation)) }

    /// Returns all files of the collection with their texts, directories that hold nothing, and the targets of links.
    func tree() throws -> [String: String] {
        let root = directory.url.appendingPathComponent("api")
        var tree: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let place = root.appendingPathComponent(path).path
            switch FileMover.kind(of: place) {
            case S_IFLNK: tree[path] = try "-> \(FileManager.default.destinationOfSymbolicLink(atPath: place))"
            case S_IFREG: tree[path] = try directory.text("api/\(path)")
            default:
                if try FileManager.default.contentsOfDirectory(atPath: place).isEmpty { tree[path] = "directory" }
            }
        }
        return tree
    }

    func trashed() throws -> [String] {
        let trash = directories.state.appendingPathComponent("trash").path
        return (try? FileManager.default.contentsOfDirectory(atPath: trash)) ?? []
    }
}

@Suite("Operations on the files of a collection")
struct CollectionEditorTests {
    static let operations: [TreeOperation] = [
        .create(.request(.http), named: "New", in: "users"), .create(.folder, named: "F", in: .root),
        .create(.environment, named: "test", in: .root), .rename("Get user.yml", to: "Fetch"),
        .rename("users", to: "people"),
        .rename("environments/dev.yml", to: "local"), .rename(.root, to: "Store"), .renameFile("b.yml", to: "beta"),
        .duplicate(["Get user.yml", "users", "environments/dev.yml"]), .move(["b.yml", "Get user.yml"], into: "users"),
        .move(["users/deep"], into: .root), .place("b.yml", at: 0), .place("zoo", at: 0),
        .delete(["users", "Get user.yml", "environments/prod.yml"]), .rename("Get user.yml", to: "get user"),
    ]

    @Test("each operation is undone, done again and undone, to the byte", arguments: operations)
    func undo(operation: TreeOperation) throws {
        let collection = try EditedCollection()
        let before = try collection.tree()
        let undo = try collection.perform(operation)
        let after = try collection.tree()
        #expect(after != before)
        let redo = try collection.editor.perform(undo)
        #expect(try collection.tree() == before)
        let again = try collection.editor.perform(redo)
        #expect(try collection.tree() == after)
        _ = try collection.editor.perform(again)
        #expect(try collection.tree() == before)
    }

    @Test("what is on disk is what the plan says", arguments: operations)
    func follows(operation: TreeOperation) throws {
        let collection = try EditedCollection()
        let plan = try collection.editor.plan(operation)
        _ = try collection.editor.perform(plan)
        for path in plan.focus where path != .root {
            #expect(FileMover.kind(of: collection.editor.place(of: path)) != nil, "\(path)")
        }
        for change in plan.changes {
            #expect(FileMover.kind(of: collection.editor.place(of: change.to)) != nil, "\(change)")
        }
    }

    @Test("undo follows what was edited elsewhere in the file, and refuses where the same lines were")
    func undoAfterEdit() throws {
        let collection = try EditedCollection()
        let undo = try collection.perform(.rename("Get user.yml", to: "Fetch"))
        let file = collection.directory.url.appendingPathComponent("api/Fetch.yml")
        let edited = try String(contentsOf: file, encoding: .utf8).replacing("url: /u", with: "url: /users")
        try Data(edited.utf8).write(to: file)
        let redo = try collection.editor.perform(undo)
        #expect(
            try collection.directory.text("api/Get user.yml")
                == edited.replacing("name: Fetch #", with: "name: Get user #"))
        _ = try collection.editor.perform(redo)
        try Data(edited.replacing("Fetch #", with: "Other #").utf8).write(to: file)
        let before = try collection.tree()
        let problem = #expect(throws: TreeProblem.self) { try collection.editor.perform(undo) }
        #expect(
            problem?.description
                == "Get user.yml was changed meanwhile, in the lines concerned; look at it and do it by hand; the earlier steps were undone"
        )
        #expect(try collection.tree() == before)
    }

    @Test("a file that came meanwhile is never written over")
    func neverOver() throws {
        let collection = try EditedCollection()
        for operation in [
            TreeOperation.rename("Get user.yml", to: "New"), .create(.request(.http), named: "New", in: .root),
            .duplicate(["users"]), .move(["b.yml"], into: "users"), .create(.folder, named: "users copy", in: .root),
        ] {
            let plan = try collection.editor.plan(operation)
            try collection.directory.write([
                "api/New.yml": "theirs", "api/users copy/x.txt": "theirs", "api/users/b.yml": "theirs",
            ])
            let before = try collection.tree()
            let problem = #expect(throws: TreeProblem.self) { try collection.editor.perform(plan) }
            #expect(problem?.description.contains("already exists") == true, "\(operation)")
            #expect(try collection.tree() == before)
            for name in ["New.yml", "users copy", "users/b.yml"] {
                try FileManager.default.removeItem(at: collection.directory.url.appendingPathComponent("api/\(name)"))
            }
        }
        let undo = try collection.perform(.delete(["b.yml"]))
        try collection.directory.write(["api/b.yml": "theirs"])
        let problem = #expect(throws: TreeProblem.self) { try collection.editor.perform(undo) }
        #expect(problem?.description.hasPrefix("b.yml already exists") == true)
        #expect(try collection.directory.text("api/b.yml") == "theirs")
    }

    @Test("a file that is gone is said")
    func gone() throws {
        let collection = try EditedCollection()
        let plan = try collection.editor.plan(.move(["users/deep"], into: .root))
        try FileManager.default.removeItem(at: collection.directory.url.appendingPathComponent("api/users"))
        let problem = #expect(throws: TreeProblem.self) { try collection.editor.perform(plan) }
        #expect(
            problem?.description
                == "users/deep could not be moved: it, or the folder for it, no longer exists")
        let delete = #expect(throws: TreeProblem.self) { try collection.perform(.delete(["users"])) }
        #expect(delete?.description == "users no longer exists")
    }

    @Test("when a step fails, all before it are taken back", arguments: [EACCES])
    func failure(code: Int32) throws {
        for operation in Self.operations {
            for failing in 1...4 {
                let count = Locked(0)
                let mover = FileMover { from, to in
                    let isFailing = count.withLock { count in
                        count += 1
                        return count == failing
                    }
                    return isFailing ? code : FileMover().rename(from, to)
                }
                let collection = try EditedCollection(mover: mover)
                let before = try collection.tree()
                let wasDone = (try? collection.perform(operation)) != nil
                if !wasDone { #expect(try collection.tree() == before, "\(operation), \(failing)") }
            }
        }
    }

    @Test("nothing is renamed while microscope.yaml cannot follow")
    func brokenCompanion() throws {
        let collection = try EditedCollection()
        try collection.directory.write(["api/microscope.yaml": "requests: ["])
        let problem = #expect(throws: TreeProblem.self) { try collection.perform(.rename("Get user.yml", to: "x")) }
        #expect(problem?.description.hasPrefix("microscope.yaml:1:") == true)
        #expect(problem?.description.hasSuffix("fix it first, since it names items by their paths") == true)
        _ = try collection.perform(.rename("b.yml", to: "x"))
        #expect(try collection.directory.text("api/b.yml").contains("name: x\n"))
    }

    @Test("what could not be taken back is said")
    func stuck() throws {
        let count = Locked(0)
        let mover = FileMover { from, to in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? FileMover().rename(from, to) : EACCES
        }
        let collection = try EditedCollection(mover: mover)
        let problem = #expect(throws: TreeProblem.self) { try collection.perform(.delete(["users", "b.yml"])) }
        #expect(problem?.description.contains("b.yml could not be moved to the trash") == true)
        #expect(
            problem?.description.contains("these earlier steps could not be undone: users could not be restored")
                == true)
        #expect(try collection.trashed().count == 1)
    }

    @Test("to another file system things are copied whole, links as links, and then removed")
    func otherFileSystem() throws {
        let crossing = FileMover { from, to in
            from.path.contains("/api/") == to.path.contains("/api/") ? FileMover().rename(from, to) : EXDEV
        }
        let collection = try EditedCollection(mover: crossing)
        let users = collection.directory.url.appendingPathComponent("api/users")
        try FileManager.default.createSymbolicLink(
            atPath: users.appendingPathComponent("link").path, withDestinationPath: "nowhere")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: users.appendingPathComponent("deep/notes.txt").path)
        let before = try collection.tree()
        let undo = try collection.perform(.delete(["users"]))
        #expect(try collection.tree().keys.allSatisfy { !$0.hasPrefix("users") })
        _ = try collection.editor.perform(undo)
        #expect(try collection.tree() == before)
        #expect(try collection.directory.mode("api/users/deep/notes.txt") == 0o755)
        #expect(try collection.trashed().isEmpty)
    }

    @Test("nobody saves in the collection while it is done, and others may afterwards")
    func lock() throws {
        let wasFree = Locked<[Bool]>([])
        let mover = FileMover { from, to in
            let directory = from.directory.path
            wasFree.withLock { $0.append(Self.isFree(directory)) }
            return FileMover().rename(from, to)
        }
        let collection = try EditedCollection(mover: mover)
        _ = try collection.perform(.renameFile("b.yml", to: "beta"))
        #expect(wasFree.withLock { $0 } == [false])
        #expect(Self.isFree(collection.editor.root.path))
    }

    private static func isFree(_ directory: String) -> Bool {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    @Test("a symbolic link is moved and deleted itself, not what it leads to")
    func links() throws {
        let collection = try EditedCollection()
        let link = collection.directory.url.appendingPathComponent("api/link.yml")
        try collection.directory.write(["real.yml": EditedCollection.files["b.yml"] ?? ""])
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../real.yml")
        _ = try collection.perform(.renameFile("link.yml", to: "other"))
        #expect(try collection.tree()["other.yml"] == "-> ../real.yml")
        let undo = try collection.perform(.delete(["other.yml"]))
        #expect(try collection.directory.text("real.yml") == EditedCollection.files["b.yml"])
        _ = try collection.editor.perform(undo)
        #expect(try collection.tree()["other.yml"] == "-> ../real.yml")
    }

    @Test("secrets that are kept for an environment follow its name, and back")
    func secrets() throws {
        let collection = try EditedCollection()
        let store = SecretStore(directories: collection.directories)
        let root = collection.editor.root.path
        try store.set("s3cret", name: "token", collection: root, environment: "dev")
        let undo = try collection.perform(.rename("environments/dev.yml", to: "local"))
        #expect(try store.values(collection: root, environment: "local") == ["token": "s3cret"])
        #expect(try store.values(collection: root, environment: "dev").isEmpty)
        _ = try collection.editor.perform(undo)
        #expect(try store.values(collection: root, environment: "dev") == ["token": "s3cret"])
    }

    @Test("secrets that are still kept for the new name are there again when it is undone")
    func otherSecrets() throws {
        let collection = try EditedCollection()
        let store = SecretStore(directories: collection.directories)
        let root = collection.editor.root.path
        try store.set("s3cret", name: "token", collection: root, environment: "dev")
        try store.set("0lder", name: "token", collection: root, environment: "local")
        let undo = try collection.perform(.rename("environments/dev.yml", to: "local"))
        #expect(try store.values(collection: root, environment: "local") == ["token": "s3cret"])
        _ = try collection.editor.perform(undo)
        #expect(try store.values(collection: root, environment: "dev") == ["token": "s3cret"])
        #expect(try store.values(collection: root, environment: "local") == ["token": "0lder"])
    }

    /// Cookies and a token that are kept for `dev`.
    private struct StoredBeside {
        let cookies: CookieFiles
        private let tokens: TokenStore
        private let root: String

        init(_ collection: EditedCollection) throws {
            root = collection.editor.root.path
            cookies = CookieFiles(directories: collection.directories, collection: root)
            tokens = TokenStore(directories: collection.directories)
            try cookies.change("dev") { _ in Data("dev".utf8) }
            var settings = OAuth2Settings("oauth2")
            settings.flow = .clientCredentials
            let key = TokenKey(settings, collection: root, environment: "dev")
            try tokens.set(OAuth2Token([("access_token", .string("t"))], receivedAt: Date()), for: key)
        }

        /// Returns what is kept for an environment, the cookies first.
        func kept(_ environment: String) throws -> [String] {
            let bytes = try cookies.read(environment) ?? Data()
            return [String(decoding: bytes, as: UTF8.self)]
                + (try tokens.tokens(collection: root, environment: environment).compactMap {
                    $0.token.text("access_token")
                })
        }
    }

    @Test("cookies and tokens that are kept for an environment follow its name, and back")
    func cookiesAndTokens() throws {
        let collection = try EditedCollection()
        let beside = try StoredBeside(collection)
        let undo = try collection.perform(.rename("environments/dev.yml", to: "local"))
        #expect(try beside.kept("local") == ["dev", "t"] && beside.kept("dev") == [""])
        _ = try collection.editor.perform(undo)
        #expect(try beside.kept("dev") == ["dev", "t"] && beside.kept("local") == [""])
    }

    @Test("when secrets cannot follow, cookies and tokens stay where they are too")
    func unreadableSecrets() throws {
        let collection = try EditedCollection()
        let beside = try StoredBeside(collection)
        try Data("{".utf8).write(to: collection.directories.data.appendingPathComponent("secrets.json"))
        #expect(throws: TreeProblem.self) { try collection.perform(.rename("environments/dev.yml", to: "local")) }
        #expect(try beside.kept("dev") == ["dev", "t"] && beside.kept("local") == [""])
    }

    @Test("secrets follow an environment of a collection in one file too")
    func bundledSecrets() throws {
        let text =
            "config:\n  environments:\n    - {name: dev, variables: []}\nitems:\n  - info: {name: A, type: http}\n    http: {url: /a}\n"
        let collection = try EditedCollection(["shop.yml": text], root: "api/shop.yml")
        let store = SecretStore(directories: collection.directories)
        let root = collection.editor.root.path
        try store.set("s3cret", name: "token", collection: root, environment: "dev")
        let undo = try collection.perform(.rename("environments/dev.yml", to: "local"))
        #expect(try store.values(collection: root, environment: "local") == ["token": "s3cret"])
        #expect(try store.values(collection: root, environment: "dev").isEmpty)
        _ = try collection.editor.perform(undo)
        #expect(try store.values(collection: root, environment: "dev") == ["token": "s3cret"])
    }

    @Test("a collection in one file is edited in place, and undone to the byte")
    func bundle() throws {
        let text =
            "info: {name: S}\nitems:\n  # a\n  - info: {name: A, type: http}\n    http: {url: /a}\n  - info: {name: F, type: folder}\n    items:\n      - info: {name: B, type: http}\n        http: {url: /b}\n"
        let operations: [TreeOperation] = [
            .create(.request(.http), named: "New", in: "F"), .rename("A.yml", to: "Z"), .delete(["F"]),
            .move(["A.yml"], into: "F"), .duplicate(["F"]), .create(.environment, named: "dev", in: .root),
        ]
        for operation in operations {
            let collection = try EditedCollection(
                ["shop.yml": text, "microscope.yaml": "requests: {A.yml: {tls: {verify: false}}}\n"],
                root: "api/shop.yml")
            let before = try collection.tree()
            let undo = try collection.perform(operation)
            #expect(try collection.tree() != before, "\(operation)")
            let redo = try collection.editor.perform(undo)
            #expect(try collection.tree() == before, "\(operation)")
            _ = try collection.editor.perform(redo)
            #expect(try collection.tree() != before, "\(operation)")
        }
    }

    @Test("a whole collection is copied beside itself under another name, and goes into the trash and out of it")
    func wholeCollection() throws {
        let collection = try EditedCollection()
        let before = try collection.tree()
        let copy = try collection.editor.duplicateCollection()
        #expect(copy.lastPathComponent == "api copy")
        #expect(try collection.editor.duplicateCollection().lastPathComponent == "api copy 2")
        #expect(try collection.directory.text("api copy/opencollection.yml") == "info:\n  name: Shop copy\n")
        #expect(try collection.directory.text("api copy/users/deep/notes.txt") == "hello")
        let id = try collection.editor.discardCollection()
        #expect(!FileManager.default.fileExists(atPath: collection.editor.root.path))
        try FileManager.default.createDirectory(at: collection.editor.root, withIntermediateDirectories: true)
        let taken = #expect(throws: TreeProblem.self) { try collection.editor.restoreCollection(id) }
        #expect(taken?.description.contains("could not be restored") == true)
        try FileManager.default.removeItem(at: collection.editor.root)
        try collection.editor.restoreCollection(id)
        #expect(try collection.tree() == before)
        #expect(collection.editor.trashed.isEmpty)
    }

    @Test("a copy of a collection has nothing of version control, and else all that is in the directory")
    func copyWithoutVersionControl() throws {
        let collection = try EditedCollection()
        try collection.directory.write([
            "api/.git/HEAD": "ref: refs/heads/main", "api/users/.git": "gitdir: elsewhere", "api/.jj/x": "",
            "api/.hg/x": "", "api/users/.svn/x": "", "api/.gitignore": ".env\n",
        ])
        let place = collection.editor.copyPlace
        let copy = try collection.editor.duplicateCollection()
        #expect(copy == place)
        let copied = try FileManager.default.subpathsOfDirectory(atPath: copy.path)
        let names = Set(copied.flatMap { $0.split(separator: "/").map(String.init) })
        #expect(names.isDisjoint(with: [".git", ".hg", ".svn", ".jj"]) && names.contains(".gitignore"))
        #expect(try collection.directory.text("api/.git/HEAD") == "ref: refs/heads/main")
    }

    @Test(
        "files that are replaced are one entry of the trash and come back in one directory; none goes where one cannot")
    func replaced() throws {
        let collection = try EditedCollection()
        let before = try collection.tree()
        let files: [ItemPath] = ["users/list.yml", "users/folder.yml", "zoo/x.yml", "b.yml"]
        #expect(throws: TreeProblem.self) { try collection.editor.discard(files + ["gone.yml"], as: "Old") }
        #expect(try collection.tree() == before && collection.editor.trashed.isEmpty)
        let place = try collection.editor.discard(files, as: "users")
        for file in files {
            #expect(
                try String(contentsOf: place.appendingPathComponent(file.text), encoding: .utf8) == before[file.text])
        }
        let after = try collection.tree()
        #expect(after["zoo"] == nil && after["b.yml"] == nil && after["users/deep/notes.txt"] == "hello")
        let entry = try #require(collection.editor.trashed.first)
        #expect(collection.editor.trashed.count == 1 && entry.path == "users 2")
        _ = try collection.editor.perform(collection.editor.restoration(of: entry))
        let restored = try collection.tree()
        for file in files { #expect(restored["users 2/\(file)"] == before[file.text]) }
    }

    @Test("what was read anew is what a new start would show, and open requests come whole", arguments: operations)
    func outcome(operation: TreeOperation) throws {
        let collection = try EditedCollection()
        let loader = CollectionLoader(root: collection.editor.root)
        var memory = try loader.load(.heads)
        let plan = try collection.editor.plan(operation)
        let outcome = try collection.editor.carryOut(plan, in: memory, open: ["Get user.yml"])
        guard case .changes(let changes) = outcome.reading else {
            Issue.record("\(outcome.reading)")
            return
        }
        for change in changes { memory.apply(change) }
        let fresh = try loader.load(.heads)
        #expect(memory.allItems.map(\.path) == fresh.allItems.map(\.path))
        #expect(memory.allItems.map(\.name) == fresh.allItems.map(\.name))
        #expect(memory.environments == fresh.environments && memory.name == fresh.name)
        #expect(memory.companion == fresh.companion)
        let path = ItemPath("Get user.yml").after(plan.changes)
        if path != "Get user.yml" { #expect(memory.request(at: path) != nil) }
    }
}
