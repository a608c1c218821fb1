import Files
import Quoting

#if os(Linux)
    import Foundation
    import OpenCollection

    /// Sees which files and directories below a collection's root change: a descriptor to wait for beside others, and then the paths.
    ///
    /// Use it from one thread at a time. Files that are renamed, made again or put in the place of others are followed; directories that symbolic
    /// links lead to are not. Of a collection in one file, that file and the files beside it that belong to it are watched. Linux only, as yet.
    /// - Source: inotify(7).
    public final class DirectoryWatcher {
        /// The changes since the last call.
        public enum Changes: Sendable, Hashable {
            /// The paths at which something was written, made, moved or removed. A directory that is new, or came from elsewhere, is reported by its
            /// own path for all that is in it.
            case paths(Set<ItemPath>)
            /// More changes than the system could count, or the root itself is gone: read everything again.
            case everything
        }

        /// Readable when something has changed.
        public let fileDescriptor: Int32
        /// Whether there were more directories than the system would watch (`fs.inotify.max_user_watches`); what changes in the others
        /// is not seen.
        public private(set) var isPartial = false
        /// The changes between the reading and the watching.
        public private(set) var missed = Changes.paths([])
        private let directory: String
        /// The files that count; nil for all, and all directories.
        private let names: Set<String>?
        private var folders: [Int32: ItemPath] = [:]
        private var buffer = [UInt8](repeating: 0, count: 1 << 14)

        private static let mask = UInt32(
            IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_ONLYDIR
                | IN_DONT_FOLLOW)

        /// - Parameters:
        ///   - root: The root of the collection: a directory, or the one file that holds all of it.
        ///   - reading: The time when the collection began to be read, by ``FileClock``; nil: nothing is ``missed``.
        /// - Throws: ``FileError`` when the root is not there, or the system watches no more.
        public init(root: URL, since reading: Date? = nil) throws(FileError) {
            let isFile = CollectionLocation.isFile(root)
            let target = root.resolvingSymlinksInPath()
            names = isFile ? [root.lastPathComponent, target.lastPathComponent, CompanionFile.path.text, ".env"] : nil
            directory = CollectionLocation.directory(of: root).resolvingSymlinksInPath().path
            fileDescriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard fileDescriptor >= 0 else { throw FileError("inotify_init1", path: directory) }
            // Without this watch no change would ever be reported.
            guard inotify_add_watch(fileDescriptor, directory, Self.mask) >= 0 else {
                throw FileError("inotify_add_watch", path: directory)
            }
            watch(.root, since: reading)
            if isFile { watchTarget(target.deletingLastPathComponent().path) }
        }

        /// Watches the target: the one file may be a link to one elsewhere, which is what changes.
        private func watchTarget(_ place: String) {
            let number = inotify_add_watch(fileDescriptor, place, Self.mask)
            if number >= 0 { folders[number] = .root }
        }

        deinit { close(fileDescriptor) }

        /// Returns the changes since the last call; never waits.
        public func changes() -> Changes {
            var paths: Set<ItemPath> = []
            var isComplete = true
            while let events = readEvents() {
                for event in events where !note(event, in: &paths) { isComplete = false }
            }
            if isComplete { return .paths(paths) }
            // Directories may have been made that no event reported.
            watch(.root)
            return .everything
        }

        // MARK: - Directories

        /// Watches a directory and all in it. Each is watched before it is listed, so that nothing made in between is missed.
        ///
        /// - Parameter reading: The time since which changes are noted.
        private func watch(_ folder: ItemPath, since reading: Date? = nil) {
            guard folder.depth < ItemPath.maximumDepth else { return }
            let place = folder == .root ? directory : "\(directory)/\(folder.text)"
            let number = inotify_add_watch(fileDescriptor, place, Self.mask)
            guard number >= 0 else {
                isPartial = isPartial || errno == ENOSPC
                return
            }
            folders[number] = folder
            if let reading, FileClock.hasChanged(place, since: reading) { noteMissed(folder) }
            for entry in DirectoryEntry.entries(of: place) where counts(entry) {
                let path = folder.appending(entry.name)
                if entry.isDirectory {
                    watch(path, since: reading)
                } else if let reading, FileClock.hasChanged("\(place)/\(entry.name)", since: reading) {
                    noteMissed(path)
                }
            }
        }

        private func counts(_ entry: DirectoryEntry) -> Bool {
            names.map { !entry.isDirectory && $0.contains(entry.name) }
                ?? !CollectionLoader.ignored.contains(entry.name)
        }

        /// Notes a missed change. Entries that were added or removed change their directory. Of a collection in one file, only the file itself
        /// counts.
        private func noteMissed(_ path: ItemPath) {
            guard case .paths(let paths) = missed else { return }
            if path != .root {
                missed = .paths(paths.union([path]))
            } else if names == nil {
                missed = .everything
            }
        }

        /// Stops watching a directory that was moved away; if it came to another place inside the root, it is watched there as new.
        private func forget(_ folder: ItemPath) {
            for (number, path) in folders where path == folder || path.text.beginsWithBytes(of: folder.text + "/") {
                inotify_rm_watch(fileDescriptor, number)
                folders[number] = nil
            }
        }

        // MARK: - Events

        private struct Event {
            var number: Int32
            var mask: UInt32
            var name: String

            func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
        }

        /// - Returns: Whether the path is all there is to report.
        private func note(_ event: Event, in paths: inout Set<ItemPath>) -> Bool {
            if event.has(Int32(IN_Q_OVERFLOW)) { return false }
            guard let folder = folders[event.number] else { return true }
            if event.has(Int32(IN_IGNORED)) {
                folders[event.number] = nil
                return folder != .root
            }
            guard !event.name.isEmpty, !CollectionLoader.ignored.contains(event.name),
                names?.contains(event.name) ?? true
            else { return true }
            let path = folder.appending(event.name)
            paths.insert(path)
            guard event.has(Int32(IN_ISDIR)), names == nil else { return true }
            if event.has(Int32(IN_MOVED_FROM)) { forget(path) }
            if event.has(Int32(IN_CREATE)) || event.has(Int32(IN_MOVED_TO)) { watch(path) }
            return true
        }

        /// Returns the events that are there; nil if there are none now.
        private func readEvents() -> [Event]? {
            let count = buffer.withUnsafeMutableBytes { read(fileDescriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return nil }
            return buffer.withUnsafeBytes { bytes in
                var events: [Event] = []
                var offset = 0
                let headLength = MemoryLayout<inotify_event>.size
                while offset + headLength <= count {
                    let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = bytes[(offset + headLength)..<(offset + headLength + Int(head.len))].prefix { $0 != 0 }
                    events.append(Event(number: head.wd, mask: head.mask, name: String(decoding: name, as: UTF8.self)))
                    offset += headLength + Int(head.len)
                }
                return events
            }
        }
    }
#endif
