/// The version of this package.
package enum PackageVersion {
    package static let current = "0.1.0"
}

extension WireRequest {
    /// Adds the header fields that servers expect of every client, unless present. Interceptors that run later may still replace them.
    mutating func addDefaultFields() {
        if !headers.contains(named: "Accept") { headers.append("Accept", "*/*") }
        if !headers.contains(named: "User-Agent") {
            headers.append("User-Agent", "MicroClient/\(PackageVersion.current)")
        }
    }
}
