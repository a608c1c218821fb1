import CollectionFiles
import Explorer
import Foundation

#if os(Linux)
    /// One watcher of files per open collection. A collection of thousands of directories takes a while to be watched: that is done
    /// on a queue, and an event tells when it is.
    final class CollectionWatchers: @unchecked Sendable {
        // @unchecked: `started` is touched under the lock only; a watcher is made on the queue, and used by the loop's thread alone
        // once it stands there.
        private let lock = NSLock()
        private var started: [String: DirectoryWatcher?] = [:]
        private let post: @Sendable (Event) -> Void
        private let queue = DispatchQueue(label: "microscope.watch")

        init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

        /// Begins to watch those that are open, and forgets those that were closed.
        ///
        /// - Parameter paths: of the collections' directories, or of the files that hold one.
        func watch(_ paths: [String]) {
            let new = lock.withLock {
                started = started.filter { paths.contains($0.key) }
                let new = paths.filter { started.index(forKey: $0) == nil }
                for path in new { started[path] = .some(nil) }
                return new
            }
            for path in new { queue.async { [self] in start(path) } }
        }

        private func start(_ path: String) {
            do throws(FileError) {
                let watcher = try DirectoryWatcher(root: URL(fileURLWithPath: path))
                let isPartial = watcher.isPartial
                lock.withLock { if started[path] != nil { started[path] = watcher } }
                post(.watching(isPartial ? .partly : .everywhere, collection: path))
            } catch {
                // The one file that holds a collection is no directory.
                let reason = error.code == ENOTDIR ? "one file holds it" : error.reason
                post(.watching(.no(reason), collection: path))
            }
        }

        /// To be waited for beside others, with the collection that each is of.
        var descriptors: [(descriptor: Int32, path: String)] {
            lock.withLock { started.compactMap { path, watcher in watcher.map { ($0.fileDescriptor, path) } } }
        }

        /// What happened below a collection's root since the last call.
        func touched(in path: String) -> TouchedFiles {
            guard let watcher = lock.withLock({ started[path] ?? nil }) else { return .paths([]) }
            switch watcher.changes() {
            case .paths(let paths): return .paths(paths)
            case .everything: return .everything
            }
        }
    }
#else
    /// Where there is no inotify nothing is watched; that is told once, and a person reads anew.
    final class CollectionWatchers {
        private let post: @Sendable (Event) -> Void
        private var told: Set<String> = []

        init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

        func watch(_ paths: [String]) {
            for path in paths where told.insert(path).inserted {
                post(.watching(.no("this system is not watched yet"), collection: path))
            }
        }

        var descriptors: [(descriptor: Int32, path: String)] { [] }

        func touched(in path: String) -> TouchedFiles { .paths([]) }
    }
#endif
