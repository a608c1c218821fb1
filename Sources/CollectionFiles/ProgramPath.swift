import Foundation

/// The directories in which programs are looked for: those of `PATH` that a collection has nothing to say in.
///
/// Relative and empty entries mean the directory in which one happens to be, and one below the collection holds what a pull brings.
struct ProgramPath: Sendable {
    /// Absolute, in their order.
    let entries: [String]

    /// - Parameter collection: the collection's directory; what leads there, also by links, is left out.
    init(_ environment: [String: String], outside collection: URL) {
        let all = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").utf8.split(separator: UInt8(ascii: ":"))
        let place = TrustGate.resolved(collection)
        entries = all.map { String(Substring($0)) }.filter { entry in
            guard entry.hasPrefix("/"), let real = TrustGate.resolved(URL(fileURLWithPath: entry)) else { return false }
            return place.map { real.path != $0.path && !real.path.hasPrefix($0.path + "/") } ?? true
        }
    }

    /// The value of `PATH` for a program that is started; never empty, which would mean the directory in which it is.
    var text: String { entries.isEmpty ? "/usr/bin:/bin" : entries.joined(separator: ":") }

    /// The absolute path of a program; nil when none of that name is there.
    func program(_ name: String) -> String? {
        entries.map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0) && !DirectoryEntries.isDirectory(URL(fileURLWithPath: $0))
        }
    }
}
