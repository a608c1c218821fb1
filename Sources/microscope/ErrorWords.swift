import CollectionFiles
import Foundation
import OpenCollection

/// What an error says to a person, in a line.
enum ErrorWords {
    /// An error of ours says it itself; of one of the system, the reason is taken, without the names of its types and codes.
    static func text(of error: any Error) -> String {
        if let problem = error as? FileProblem { return problem.line }
        let system = error as NSError
        if let posix = (error as? POSIXError) ?? system.userInfo[NSUnderlyingErrorKey] as? POSIXError {
            return String(cString: strerror(posix.code.rawValue))
        }
        if let words = (error as? any LocalizedError)?.errorDescription { return words }
        let isOfTheSystem = [NSCocoaErrorDomain, NSPOSIXErrorDomain, NSURLErrorDomain].contains(system.domain)
        return isOfTheSystem ? system.localizedDescription : "\(error)"
    }
}
