import Explorer
import Foundation

extension SavePlaces {
    /// Creates the places of this machine, as the program was started.
    init(environment: [String: String]) {
        let start = FileManager.default.currentDirectoryPath
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        let downloads = home.map { "\($0)/Downloads" }
        let elsewhere = downloads.flatMap { FileManager.default.isWritableFile(atPath: $0) ? $0 : nil } ?? home
        self.init(start: start, workTree: Self.workTree(around: start), home: home, elsewhere: elsewhere ?? start)
    }

    /// Returns the Git work tree around a directory; nil if there is none. Git is not asked, as it may not be installed.
    private static func workTree(around directory: String) -> String? {
        var place = URL(fileURLWithPath: directory)
        while access(place.appendingPathComponent(".git").path, F_OK) != 0 {
            guard place.path != "/" else { return nil }
            place.deleteLastPathComponent()
        }
        return place.path
    }
}
