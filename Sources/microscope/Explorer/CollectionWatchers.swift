import CollectionFiles
import Explorer
import Files
import Foundation

#if os(Linux)
    /// One watcher of files per open collection. A collection of thousands of directories takes a while to be watched: that is done
    /// on a queue, and an event reports when it is.
    final class CollectionWatchers: @unchecked Sendable {
        // @unchecked: `started` is touched under the lock only; a watcher is made on the queue, and used by the loop's thread alone
        // once it is in there.
        private let lock = NSLock()
        private var started: [String: DirectoryWatcher?] = [:]
        private let post: @Sendable (Event) -> Void
        private let queue = DispatchQueue(label: "microscope.watch")

        init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

        /// Begins to watch those that are open, and forgets those that were closed.
        ///
        func watch(_ collections: [CollectionState]) {
            let new = lock.withLock {
                started = started.filter { known in collections.contains { $0.path == known.key } }
                let new = collections.filter { started.index(forKey: $0.path) == nil }
                for collection in new { started[collection.path] = .some(nil) }
                return new.map { (path: $0.path, reading: $0.files.readingBegan) }
            }
            for (path, reading) in new { queue.async { [self] in start(path, since: reading) } }
        }

        private func start(_ path: String, since reading: Date?) {
            do throws(FileError) {
                let watcher = try DirectoryWatcher(root: URL(fileURLWithPath: path), since: reading)
                let (isPartial, missed) = (watcher.isPartial, watcher.missed)
                lock.withLock { if started[path] != nil { started[path] = watcher } }
                post(.watching(isPartial ? .partly : .everywhere, collection: path))
                if missed != .paths([]) { post(.filesTouched(TouchedFiles(missed), collection: path)) }
            } catch {
                post(.watching(.no(error.reason), collection: path))
            }
        }

        /// The descriptors to wait for beside others, each with the path of its collection.
        var descriptors: [(descriptor: Int32, path: String)] {
            lock.withLock { started.compactMap { path, watcher in watcher.map { ($0.fileDescriptor, path) } } }
        }

        /// Returns what happened below a collection's root since the last call.
        func touched(in path: String) -> TouchedFiles {
            guard let watcher = lock.withLock({ started[path] ?? nil }) else { return .paths([]) }
            return TouchedFiles(watcher.changes())
        }
    }

    extension TouchedFiles {
        fileprivate init(_ changes: DirectoryWatcher.Changes) {
            switch changes {
            case .paths(let paths): self = .paths(paths)
            case .everything: self = .everything
            }
        }
    }
#else
    /// Watches nothing, as there is no inotify: that is reported once, and the user reloads.
    final class CollectionWatchers {
        private let post: @Sendable (Event) -> Void
        private var reported: Set<String> = []

        init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

        func watch(_ collections: [CollectionState]) {
            for collection in collections where reported.insert(collection.path).inserted {
                post(.watching(.no("files cannot be watched on this system yet"), collection: collection.path))
            }
        }

        var descriptors: [(descriptor: Int32, path: String)] { [] }

        func touched(in path: String) -> TouchedFiles { .paths([]) }
    }
#endif
