import Foundation
import OpenCollection
import Quoting

/// The file in which AWS's tools keep the keys of profiles.
///
/// - Source: AWS SDKs and Tools Reference Guide, "Shared config and credentials files".
enum AWSCredentialsFile {
    static let variable = "AWS_SHARED_CREDENTIALS_FILE"

    /// Returns the absolute path. Default: `~/.aws/credentials`; nil if the home directory is unknown.
    static func path(_ environment: [String: String]) -> String? {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named = environment[variable], !named.isEmpty else {
            return home.map { "\($0)/.aws/credentials" }
        }
        guard named.beginsWithBytes(of: "~/") else { return URL(fileURLWithPath: named).path }
        return home.map { "\($0)/\(named.droppingBytes(before: "~/"))" }
    }
}
