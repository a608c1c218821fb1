import CollectionFiles
import OpenCollection

/// What an error says to a person, in a line.
enum ErrorWords {
    static func text(of error: any Error) -> String { (error as? FileProblem)?.line ?? "\(error)" }
}
