import Foundation
import OpenCollection
import Quoting

/// Where AWS's tools keep the keys of profiles.
///
/// - Source: AWS SDKs and Tools Reference Guide, "Shared config and credentials files".
enum AWSCredentialsFile {
    static let variable = "AWS_SHARED_CREDENTIALS_FILE"

    /// Absolute. Default: `~/.aws/credentials`; nil where nobody says which directory `~` is.
    static func path(_ environment: [String: String]) -> String? {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named = environment[variable], !named.isEmpty else {
            return home.map { "\($0)/.aws/credentials" }
        }
        guard named.beginsWithBytes(of: "~/") else { return URL(fileURLWithPath: named).path }
        return home.map { "\($0)/\(named.droppingBytes(before: "~/"))" }
    }
}
