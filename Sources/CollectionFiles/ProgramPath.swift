import Foundation
import OpenCollection
import Quoting

/// The directories in which programs are looked for: those of `PATH` that a collection has nothing to say in.
///
/// Relative and empty entries mean the directory in which one happens to be, and one below the collection holds what a pull brings.
public struct ProgramPath: Sendable {
    /// The absolute directories, in their order.
    let entries: [String]

    /// - Parameter collection: the collection's directory; what leads there, also by links, is left out.
    init(_ environment: [String: String], outside collection: URL) {
        let place = TrustGate.resolved(collection)
        self.init(environment) { real in
            place.map { !(real.path + "/").beginsWithBytes(of: $0.path + "/") } ?? true
        }
    }

    /// Leaves out directories that lie in any collection. Use it for programs that do not belong to one, such as the browser.
    public init(outsideCollections environment: [String: String]) {
        self.init(environment) { !Self.isInCollection($0) }
    }

    private init(_ environment: [String: String], isFit: (URL) -> Bool) {
        let all = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").utf8.split(separator: UInt8(ascii: ":"))
        entries = all.map { String(Substring($0)) }.filter { entry in
            guard entry.utf8.first == UInt8(ascii: "/") else { return false }
            return TrustGate.resolved(URL(fileURLWithPath: entry)).map(isFit) ?? false
        }
    }

    private static func isInCollection(_ directory: URL) -> Bool {
        let names = directory.path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return names.indices.contains { last in
            let path = "/" + names[...last].joined(separator: "/") + "/" + ItemPath.root.folderFile.text
            return access(path, F_OK) == 0
        }
    }

    /// The value of `PATH` for a program that is started; never empty, which would mean the directory in which it is.
    public var text: String { entries.isEmpty ? "/usr/bin:/bin" : entries.joined(separator: ":") }

    /// Returns the absolute path of a program; nil when none of that name is there.
    public func program(_ name: String) -> String? {
        entries.map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0) && !DirectoryEntries.isDirectory(URL(fileURLWithPath: $0))
        }
    }
}
