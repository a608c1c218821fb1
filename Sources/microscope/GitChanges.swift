import CollectionFiles
import Foundation
import Interchange
import OpenCollection

/// The changes of a collection that git would send, as a review.
struct GitChanges {
    private let workTree: GitWorkTree

    init(root: URL, environment: [String: String]) {
        workTree = GitWorkTree(root: root, environment: environment)
    }

    /// Returns the review, except for the names that the collection's `microscope.yaml` excepts; a file that cannot be read excepts none.
    func review() throws(GitFailure) -> SharingReview {
        let companion = workTree.text(of: CompanionFile.path.text).flatMap { try? CompanionFile.read(text: $0) }
        return SharingReview(of: try workTree.changes().map(file), publicNames: companion?.publicNames ?? [])
    }

    private func file(_ changed: GitChange) -> ChangedFile {
        let change = ChangedFile.Change(rawValue: changed.kind.rawValue) ?? .modified
        return ChangedFile(
            path: ItemPath(changed.path), change: change,
            text: change == .deleted ? nil : workTree.text(of: changed.path), conversion: changed.conversion)
    }
}
