import CollectionFiles
import Explorer
import Files
import Foundation
import OpenCollection

/// Reads keys and colours, and keeps which colours were chosen.
struct SettingsEffect: Sendable {
    private let directory: SettingsDirectory
    private let isColourless: Bool

    init(environment: [String: String]) {
        directory = SettingsDirectory(MicroscopeDirectories(environment: environment))
        isColourless = environment["NO_COLOR"].map(\.isEmpty) == false
    }

    /// Reads the settings. The files are small: at the start they are read before the first frame.
    func read() -> SettingsFiles {
        var files = SettingsFiles()
        files.isColourless = isColourless
        files.config = text(of: SettingsFiles.configName, &files)
        files.keys = text(of: SettingsFiles.keysName, &files)
        for name in directory.names(in: SettingsFiles.themesName) {
            files.themes[name] = text(of: "\(SettingsFiles.themesName)/\(name).yaml", &files)
        }
        return files
    }

    /// The limits of scripts alone, for a send.
    var scripts: ScriptSettings {
        var files = SettingsFiles()
        files.config = text(of: SettingsFiles.configName, &files)
        return Settings(files).scripts
    }

    private func text(of path: String, _ files: inout SettingsFiles) -> String? {
        do throws(FileError) { return try directory.text(of: path) } catch {
            files.problems.append(SettingsProblem("it cannot be read: \(error.reason)", file: path))
            return nil
        }
    }

    func start(_ post: @escaping @Sendable (Event) -> Void) {
        Background.run { post(.settingsRead(read())) }
    }

    func keep(_ theme: ThemeName, _ post: @escaping @Sendable (Event) -> Void) {
        Background.run {
            do {
                let old = try directory.text(of: SettingsFiles.configName)
                try directory.write(SettingsFiles.config(old, choosing: theme), to: SettingsFiles.configName)
            } catch {
                let reason = (error as? SettingsProblem).map { "\($0)" } ?? ErrorWords.text(of: error)
                post(.message(StatusMessage(.warning, "The colours are \(theme.text) until you quit: \(reason)")))
            }
        }
    }
}
