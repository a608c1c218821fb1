import CollectionFiles
import CommandLineTool
import Foundation
import OpenCollection

/// `microscope trust`: what a collection could do outside of itself, a line each on standard output, the count on standard error.
struct TrustCommand {
    private let arguments: TrustArguments
    private let environment: [String: String]

    init(_ arguments: TrustArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let location = try CollectionLocation.meant(by: arguments.collection)
        let listing = OutsideListing(root: location.root, environment: environment)
        if arguments.forgets { try listing.forget() }
        if arguments.agrees { try listing.agree(to: try listing.uses()) }
        let report = TrustReport(try listing.uses())
        if arguments.printsJSON {
            try BodyOutput.whole(report.writeJSON)
        } else {
            try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        StandardStreams.note(report.summary)
        return arguments.forgets ? ExitStatus.success.rawValue : report.status.rawValue
    }
}
