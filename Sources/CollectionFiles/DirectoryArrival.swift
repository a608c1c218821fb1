import Files

#if os(Linux)
    import Foundation

    /// Sees that a directory comes into being: a descriptor to wait for beside others.
    ///
    /// Watches the nearest directory around it that is there, and nothing below that. To be used by one thread at a time. Linux only, as yet.
    /// - Source: inotify(7).
    public final class DirectoryArrival {
        /// Readable when it may have come.
        public let fileDescriptor: Int32
        private let directory: URL
        private var watched: (path: String, number: Int32)?

        private static let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

        /// - Throws: ``FileError`` when the system watches no more.
        public init(of directory: URL) throws(FileError) {
            self.directory = directory.standardizedFileURL
            fileDescriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard fileDescriptor >= 0 else { throw FileError("inotify_init1", path: directory.path) }
            follow()
            guard watched != nil else { throw FileError("inotify_add_watch", path: directory.path) }
        }

        deinit { close(fileDescriptor) }

        /// Whether it is there by now; never waits.
        public func hasCome() -> Bool {
            drain()
            follow()
            return Self.isDirectory(directory.path)
        }

        /// Watches the nearest one that is there. It is looked for again afterwards: one nearer may have come before this one was watched.
        private func follow() {
            while let nearest, nearest != watched?.path {
                if let watched { inotify_rm_watch(fileDescriptor, watched.number) }
                let number = inotify_add_watch(fileDescriptor, nearest, Self.mask)
                watched = number < 0 ? nil : (nearest, number)
                if number < 0 { return }
            }
        }

        private var nearest: String? {
            var place = directory
            while place.path != "/" {
                place.deleteLastPathComponent()
                if Self.isDirectory(place.path) { return place.path }
            }
            return nil
        }

        private static func isDirectory(_ path: String) -> Bool {
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
        }

        /// Discards the events: the directories themselves are looked at instead.
        private func drain() {
            var bytes = [UInt8](repeating: 0, count: 1 << 12)
            while read(fileDescriptor, &bytes, bytes.count) > 0 {}
        }
    }
#endif
