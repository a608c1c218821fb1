import Files

#if os(Linux)
    import CollectionFiles
    import Foundation
    import OpenCollection
    import Testing

    @Suite("Watching a directory", .timeLimit(.minutes(5)))
    struct DirectoryWatcherTests {
        private func start(_ files: [String: String]) throws -> (DirectoryWatcher, TemporaryDirectory) {
            let directory = try TemporaryDirectory()
            try directory.write(files)
            return (try DirectoryWatcher(root: directory.url), directory)
        }

        /// Returns what is reported until all of these are among it; nil: everything. A file counts as written when its last descriptor is closed: a
        /// process that another test starts just then holds one for a moment.
        private func paths(of watcher: DirectoryWatcher, until expected: ItemPath...) -> Set<ItemPath>? {
            var reported: Set<ItemPath> = []
            while !reported.isSuperset(of: expected) {
                var source = pollfd(fd: watcher.fileDescriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&source, 1, 60_000) == 1, case .paths(let paths) = watcher.changes() else { return nil }
                reported.formUnion(paths)
            }
            return reported
        }

        private func remove(_ path: String, _ directory: TemporaryDirectory) throws {
            try FileManager.default.removeItem(at: directory.url.appendingPathComponent(path))
        }

        private func move(_ path: String, to other: URL, _ directory: TemporaryDirectory) throws {
            try FileManager.default.moveItem(at: directory.url.appendingPathComponent(path), to: other)
        }

        @Test("a file that is written, made or removed is told; nothing else is")
        func files() throws {
            let (watcher, directory) = try start(["a/x.yml": "x", "a/y.yml": "y", "b/z.yml": "z", ".git/HEAD": "h"])
            #expect(watcher.changes() == .paths([]))
            try Data("new".utf8).write(to: directory.url.appendingPathComponent("a/x.yml"))
            try directory.write([".git/HEAD": "other"])
            try directory.write(["b/new.yml": "n"])
            #expect(paths(of: watcher, until: "a/x.yml", "b/new.yml") == ["a/x.yml", "b/new.yml"])
            try remove("a/y.yml", directory)
            #expect(paths(of: watcher, until: "a/y.yml") == ["a/y.yml"])
        }

        @Test(
            "of a collection in one file the file is told, also when an editor renames another over it; what lies beside it is not"
        )
        func oneFile() throws {
            let directory = try TemporaryDirectory()
            try directory.write(["shop.yml": "x", "other.yml": "y", "sub/z.yml": "z"])
            let watcher = try DirectoryWatcher(root: directory.url.appendingPathComponent("shop.yml"))
            try directory.write(["other.yml": "new", "sub/z.yml": "new", "shop.yml": "new"])
            #expect(paths(of: watcher, until: "shop.yml") == ["shop.yml"])
            try directory.write([".shop.swp": "newer", "microscope.yaml": "version: 1"])
            #expect(
                rename(
                    directory.url.appendingPathComponent(".shop.swp").path,
                    directory.url.appendingPathComponent("shop.yml").path) == 0)
            try directory.write([".env": "A=1"])
            #expect(paths(of: watcher, until: "shop.yml", ".env") == ["microscope.yaml", "shop.yml", ".env"])
        }

        @Test("the one file may be a link to one elsewhere, which is watched")
        func linked() throws {
            let directory = try TemporaryDirectory()
            try directory.write(["real/api.yml": "x", "here/.env": ""])
            let link = directory.url.appendingPathComponent("here/shop.yml")
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../real/api.yml")
            let watcher = try DirectoryWatcher(root: link)
            try directory.write(["real/api.yml": "new"])
            #expect(paths(of: watcher, until: "api.yml") == ["api.yml"])
        }

        @Test("what changed between reading and watching is missed, and nothing else")
        func gap() throws {
            let directory = try TemporaryDirectory()
            try directory.write([
                "opencollection.yml": "info: {name: A}\n", "a/x.yml": "x", "a/y.yml": "y", "b/z.yml": "z",
            ])
            let reading = momentAfterNow()
            let collection = try CollectionLoader(root: directory.url).load(.heads)
            #expect(try DirectoryWatcher(root: directory.url, since: reading).missed == .paths([]))
            let text = "info: {name: New, type: http}\nhttp: {method: GET, url: http://h}\n"
            let handle = try FileHandle(forWritingTo: directory.url.appendingPathComponent("a/x.yml"))
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
            try remove("b/z.yml", directory)
            let missed = try DirectoryWatcher(root: directory.url, since: reading).missed
            #expect(missed == .paths(["a/x.yml", "b"]))
            guard case .paths(let paths) = missed else { return }
            var changed = collection
            for change in CollectionLoader(root: directory.url).changes(at: paths, in: collection) {
                changed.apply(change)
            }
            #expect(changed.item(at: "a/x.yml")?.name == "New" && changed.item(at: "b/z.yml") == nil)
            try directory.write(["new.yml": text])
            #expect(try DirectoryWatcher(root: directory.url, since: reading).missed == .everything)
        }

        /// Returns a moment later than the stamps of everything that was written so far.
        private func momentAfterNow() -> Date {
            // Stamps of directories are finer than this clock, and may be some ticks before it.
            let last = FileClock.now.addingTimeInterval(0.05)
            while true {
                let moment = FileClock.now
                if moment > last { return moment }
            }
        }

        @Test("what is put in a file's place, as git and editors do, is told under the file's name")
        func replaced() throws {
            let (watcher, directory) = try start(["a/x.yml": "x"])
            try directory.write(["a/x.yml.new": "new"])
            let (from, to) = ("a/x.yml.new", "a/x.yml")
            #expect(
                rename(directory.url.appendingPathComponent(from).path, directory.url.appendingPathComponent(to).path)
                    == 0)
            #expect(paths(of: watcher, until: "a/x.yml") == ["a/x.yml.new", "a/x.yml"])
        }

        @Test("new directories are told, and watched, however deep they are made at once")
        func newDirectories() throws {
            let (watcher, directory) = try start(["opencollection.yml": "x"])
            try directory.write(["a/b/c/x.yml": "x"])
            #expect(paths(of: watcher, until: "a")?.contains("a") == true)
            try directory.write(["a/b/c/y.yml": "y"])
            #expect(paths(of: watcher, until: "a/b/c/y.yml") != nil)
        }

        @Test("a directory that is renamed is followed; one that leaves is not")
        func renamedDirectories() throws {
            let (watcher, directory) = try start(["a/b/x.yml": "x", "z.yml": "z"])
            try move("a", to: directory.url.appendingPathComponent("n"), directory)
            #expect(paths(of: watcher, until: "n") == ["a", "n"])
            try directory.write(["n/b/y.yml": "y"])
            #expect(paths(of: watcher, until: "n/b/y.yml") == ["n/b/y.yml"])
            let outside = try TemporaryDirectory()
            try move("n", to: outside.url.appendingPathComponent("n"), directory)
            #expect(paths(of: watcher, until: "n") == ["n"])
            try outside.write(["n/b/k.yml": "k"])
            try directory.write(["z.yml": "z2"])
            #expect(paths(of: watcher, until: "z.yml")?.contains { $0.text.hasSuffix("k.yml") } == false)
        }

        @Test("where more happened than was counted, everything is to be read, and is watched from then on")
        func overflow() throws {
            let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
            let (watcher, directory) = try start(["a/x.yml": "x"])
            guard count <= 100_000 else { return }
            let base = directory.url.path
            // Each file is made and closed: two events.
            for number in 0...(count / 2 + 8) { close(creat("\(base)/a/\(number)", 0o600)) }
            try directory.write(["late/x.yml": "x"])
            #expect(watcher.changes() == .everything)
            try directory.write(["late/y.yml": "y"])
            #expect(paths(of: watcher, until: "late/y.yml") != nil)
        }

        @Test("with what it tells, a collection follows a checkout of other files")
        func collection() throws {
            let request = { (name: String) in "info:\n  name: \(name)\n  type: http\nhttp:\n  method: GET\n  url: /\n" }
            let (watcher, directory) = try start([
                "opencollection.yml": "info:\n  name: M\n", "a/x.yml": request("X"), "a/deep/y.yml": request("Y"),
                "b/z.yml": request("Z"),
            ])
            let loader = CollectionLoader(root: directory.url)
            var collection = try loader.load(.heads)
            try remove("a/deep", directory)
            try remove("b", directory)
            try directory.write([
                "a/x.yml": request("X2"), "c/d/new.yml": request("New"), "c/folder.yml": "info:\n  name: Third\n",
                "a/deep": "no directory any more", "opencollection.yml": "info:\n  name: N\n",
            ])
            let reported = try #require(paths(of: watcher, until: "a/x.yml", "opencollection.yml"))
            for change in loader.changes(at: reported, in: collection) { collection.apply(change) }
            let names = { (collection: OpenCollection.Collection) in
                [collection.name] + collection.allItems.map { "\($0.path) \($0.name)" }
            }
            #expect(names(collection) == names(try loader.load(.heads)))
            #expect(names(collection) == ["N", "c Third", "c/d d", "c/d/new.yml New", "a a", "a/x.yml X2"])
        }

        @Test("a root that is no directory cannot be watched")
        func noRoot() throws {
            let directory = try TemporaryDirectory()
            #expect(throws: FileError.self) { try DirectoryWatcher(root: directory.url.appendingPathComponent("none")) }
        }
    }
#endif
