import CollectionFiles
import Foundation

/// Sees when a person's own settings change, also when the directory of them is made, or made anew. Where there is no inotify nothing is seen: F5
/// reads them.
final class SettingsWatcher {
    private let directory: URL
    #if os(Linux)
        private var watcher: DirectoryWatcher?
        /// As long as there is no directory.
        private var arrival: DirectoryArrival?
    #endif

    init(environment: [String: String]) { directory = MicroscopeDirectories(environment: environment).config }

    /// Begins, where it has not begun.
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

    /// To be waited for beside others.
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
