import CollectionFiles
import Foundation
import OpenCollection

/// The one-line text of an error for the user.
enum ErrorWords {
    /// Returns an error's own message; for an error of the system, its reason without the names of types and codes.
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
