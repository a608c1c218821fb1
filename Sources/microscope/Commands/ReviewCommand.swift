import CollectionFiles
import CommandLineTool
import Foundation
import Interchange

/// `microscope review`: what git would send of a collection.
struct ReviewCommand {
    private let arguments: ReviewArguments
    private let environment: [String: String]

    init(_ arguments: ReviewArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let location = try CollectionLocation.meant(by: arguments.collection)
        let review: SharingReview
        do throws(GitFailure) {
            review = try GitChanges(root: location.root, environment: environment).review()
        } catch {
            throw UsageError(error.message, advice: error.advice, status: .notBuilt)
        }
        let report = ReviewReport(review)
        if arguments.printsJSON {
            let output = BodyOutput()
            try report.write { try output.write($0) }
            try output.finish()
        } else {
            try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        return (review.secretCount == 0 ? ExitStatus.success : .found).rawValue
    }
}
