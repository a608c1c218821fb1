import CollectionFiles
import Explorer
import Foundation
import MicroClient

/// Keeps where the user is in a collection, so that the next run begins there, however this one ends.
///
/// It changes with every key: a change is written a moment later, with all that came meanwhile, so there is at most one writing in each
/// such moment, however long somebody goes on. And once more at the end.
final class RestorationEffect: Sendable {
    private let file: RestorableStateFile
    private let collection: String
    private let complaint: FirstComplaint
    private let queue = DispatchQueue(label: "microscope.restorable-state")
    private let waiting = Locked<RestorableState?>(nil)

    /// The delay from the first unwritten change to writing. Short enough that little is lost when the program is killed.
    private static let delay = DispatchTimeInterval.milliseconds(300)

    init(collection: String, directories: MicroscopeDirectories, post: @escaping @Sendable (Event) -> Void) {
        file = RestorableStateFile(directories: directories, collection: collection)
        self.collection = collection
        complaint = FirstComplaint("Your position is not saved for the next run", post: post)
    }

    /// Keeps where the user is; changes that come within the delay are written together.
    func keep(_ restorableState: RestorableState) {
        let isAwaited = waiting.withLock { waiting in
            defer { waiting = restorableState }
            return waiting != nil
        }
        if !isAwaited { queue.asyncAfter(deadline: .now() + Self.delay) { [self] in write() } }
    }

    /// Returns when it is kept.
    func drain() { queue.sync { write() } }

    private func write() {
        let restorableState = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        guard let restorableState else { return }
        complaint.attempt {
            try file.write(
                try JSONEncoder.restorableState.encode(
                    StoredState(collection: collection, restorableState: restorableState)))
        }
    }
}

extension RestorationEffect {
    private struct StoredState: Codable {
        /// The collection that they belong to: a file's name is no proof.
        var collection: String
        var restorableState: RestorableState
    }

    /// Returns what the last run has kept; nil if there is nothing that can be read.
    static func kept(of collection: String, directories: MicroscopeDirectories) -> RestorableState? {
        guard let bytes = RestorableStateFile(directories: directories, collection: collection).read(),
            let kept = try? JSONDecoder().decode(StoredState.self, from: bytes), kept.collection == collection
        else { return nil }
        return kept.restorableState
    }
}

extension JSONEncoder {
    fileprivate static var restorableState: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
