#if os(Linux)
    import CollectionFiles
    import Foundation
    import Testing

    @Suite("Waiting for a directory", .timeLimit(.minutes(5)))
    struct DirectoryArrivalTests {
        private func make(_ path: String, in directory: TemporaryDirectory) throws {
            try FileManager.default.createDirectory(
                at: directory.url.appendingPathComponent(path), withIntermediateDirectories: true)
        }

        /// Whether it has come when something is reported; waits a minute at most.
        private func waits(for arrival: DirectoryArrival) -> Bool {
            while true {
                var source = pollfd(fd: arrival.fileDescriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&source, 1, 60_000) == 1 else { return false }
                if arrival.hasCome() { return true }
            }
        }

        private func isQuiet(_ arrival: DirectoryArrival) -> Bool {
            var source = pollfd(fd: arrival.fileDescriptor, events: Int16(POLLIN), revents: 0)
            return poll(&source, 1, 0) == 0
        }

        @Test("tells that it has come, also when all directories around it are made first")
        func comes() throws {
            let directory = try TemporaryDirectory()
            let arrival = try DirectoryArrival(of: directory.url.appendingPathComponent("a/b/config"))
            #expect(!arrival.hasCome())
            try make("a", in: directory)
            #expect(!arrival.hasCome())
            try make("a/b/config", in: directory)
            #expect(waits(for: arrival))
        }

        @Test("made at once with all around it, it is seen at the first look")
        func atOnce() throws {
            let directory = try TemporaryDirectory()
            let arrival = try DirectoryArrival(of: directory.url.appendingPathComponent("a/b/config"))
            try make("a/b/config", in: directory)
            #expect(waits(for: arrival))
        }

        @Test("what is made in other directories wakes nobody; one that moves into its place counts")
        func quiet() throws {
            let directory = try TemporaryDirectory()
            try make("home/other", in: directory)
            let arrival = try DirectoryArrival(of: directory.url.appendingPathComponent("home/config"))
            try make("home/other/deep", in: directory)
            try make("beside", in: directory)
            #expect(isQuiet(arrival))
            try FileManager.default.moveItem(
                at: directory.url.appendingPathComponent("home/other"),
                to: directory.url.appendingPathComponent("home/config"))
            #expect(waits(for: arrival))
        }

        @Test("a file of its name is no directory, and the directory around it may go and come again")
        func around() throws {
            let directory = try TemporaryDirectory()
            try make("home", in: directory)
            let arrival = try DirectoryArrival(of: directory.url.appendingPathComponent("home/config"))
            try directory.write(["home/config": "x"])
            #expect(!arrival.hasCome())
            try FileManager.default.removeItem(at: directory.url.appendingPathComponent("home"))
            #expect(!arrival.hasCome())
            try make("home/config", in: directory)
            #expect(waits(for: arrival))
        }
    }
#endif
