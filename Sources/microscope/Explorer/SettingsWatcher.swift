import CollectionFiles
import Foundation

/// Notices when the user's settings change, also when their directory is created or created again. Without inotify nothing is noticed: F5 reads them.
final class SettingsWatcher {
    private let directory: URL
    #if os(Linux)
        private var watcher: DirectoryWatcher?
        /// The watcher that waits for the directory while there is none.
        private var arrival: DirectoryArrival?
    #endif

    init(environment: [String: String]) { directory = MicroscopeDirectories(environment: environment).config }

    /// Begins to watch, if it has not begun.
    func begin() {
        #if os(Linux)
            guard watcher == nil else { return }
            watcher = try? DirectoryWatcher(root: directory)
            if watcher != nil {
                arrival = nil
            } else if arrival == nil {
                arrival = try? DirectoryArrival(of: directory)
            }
        #endif
    }

    /// The descriptor to wait for beside others.
    var descriptor: Int32? {
        #if os(Linux)
            watcher?.fileDescriptor ?? arrival?.fileDescriptor
        #else
            nil
        #endif
    }

    /// Whether something changed since the last call.
    func hasChanged() -> Bool {
        #if os(Linux)
            guard let watcher else { return hasCome() }
            let changes = watcher.changes()
            // The directory itself may be gone: then its return is waited for.
            if changes == .everything {
                self.watcher = nil
                begin()
            }
            return changes != .paths([])
        #else
            return false
        #endif
    }

    #if os(Linux)
        private func hasCome() -> Bool {
            guard arrival?.hasCome() == true else { return false }
            begin()
            return watcher != nil
        }
    #endif
}
