import CollectionFiles
import Foundation

/// Sees when a person's own settings change. Nothing is watched where there is no directory of them yet, and where there is no inotify: F5 reads them.
final class SettingsWatcher {
    private let directory: URL
    #if os(Linux)
        private var watcher: DirectoryWatcher?
    #endif

    init(environment: [String: String]) { directory = MicroscopeDirectories(environment: environment).config }

    /// Begins, where it has not begun and there is something to watch.
    func begin() {
        #if os(Linux)
            if watcher == nil { watcher = try? DirectoryWatcher(root: directory) }
        #endif
    }

    /// To be waited for beside others.
    var descriptor: Int32? {
        #if os(Linux)
            watcher?.fileDescriptor
        #else
            nil
        #endif
    }

    /// Whether something changed since the last call.
    func hasChanged() -> Bool {
        #if os(Linux)
            watcher.map { $0.changes() != .paths([]) } ?? false
        #else
            false
        #endif
    }
}
