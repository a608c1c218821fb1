import Foundation

/// Whole screens in files beside the tests, so that a change of words or of layout is one command and one difference to look at.
public enum StoredScreen {
    /// Compares a screen with the file that has its name, or stores it there when `MICROSCOPE_UPDATE_SCREENS` is set.
    ///
    /// - Parameter file: The file of the test; the screens are in the directory `Screens` beside it.
    /// - Returns: The two screens, with a mark at each line that differs; nil if they are equal.
    public static func difference(_ screen: String, _ name: String, beside file: String = #filePath) throws -> String? {
        let directory = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Screens")
        let place = directory.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["MICROSCOPE_UPDATE_SCREENS"] != nil {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data((ScreenComparison.trimmed(screen) + "\n").utf8).write(to: place)
            return nil
        }
        guard let stored = try? String(contentsOf: place, encoding: .utf8) else {
            return
                "There is no screen \(place.path). With MICROSCOPE_UPDATE_SCREENS=yes the test stores this one:\n\(screen)"
        }
        return ScreenComparison.difference(expected: stored, actual: screen)
    }
}
