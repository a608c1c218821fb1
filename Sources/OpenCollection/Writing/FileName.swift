import Quoting

/// Names of files and directories in a collection.
///
/// Names are made so that the collection can be checked out on every system.
public enum FileName {
    /// Returns a name for a file or directory made from what the user typed, without extension.
    ///
    /// Characters that some system refuses become `-`; what no name may begin or end with goes. Never empty.
    /// - Source: the rule of Bruno, `packages/bruno-electron/src/utils/filesystem.js`.
    public static func safe(for name: String) -> String {
        var scalars = name.unicodeScalars.map { isRefused($0) ? "-" : $0 }[...]
        scalars = scalars.drop { $0 == " " || $0 == "-" }
        var stem = String(String.UnicodeScalarView(scalars)).withoutTrailingDotsAndSpaces
        while stem.utf8.count > limitInBytes - ".yml".utf8.count { stem.removeLast() }
        stem = stem.withoutTrailingDotsAndSpaces
        if stem.isEmpty { return "untitled" }
        return isDevice(stem) ? "\(stem.cut(at: ".")?.before ?? stem)-" : stem
    }

    /// The file name of a new request: ``safe(for:)`` with `.yml`. One that the format gives another meaning
    /// (`folder.yml`) gets a word added.
    public static func request(for name: String) -> String {
        let stem = safe(for: name)
        return reserved.contains("\(stem.asciiLowercased).yml") ? "\(stem) request.yml" : "\(stem).yml"
    }

    /// Why a file or directory cannot have this name, in words; nil when it can.
    public static func problem(with name: String) -> String? {
        if name.isEmpty { return "a name is needed" }
        if let refused = name.unicodeScalars.first(where: isRefused) {
            return "\(shown(refused)) cannot be in a file name"
        }
        if name.utf8.first == 0x20 || name.utf8.first == 0x2D {
            return "a file name cannot begin with a space or a hyphen"
        }
        if name.utf8.last == 0x20 || name.utf8.last == 0x2E { return "a file name cannot end with a space or a dot" }
        if name.utf8.count > limitInBytes {
            return "a file name can have 255 bytes at most; this one has \(name.utf8.count)"
        }
        if isDevice(name) { return "\(name) is the name of a device on Windows" }
        if reserved.contains(name.asciiLowercased) { return "\(name) is a reserved name in a collection" }
        return nil
    }

    private static let limitInBytes = 255
    private static let reserved: Set = ["folder.yml", "opencollection.yml", "workspace.yml", ".git", "node_modules"]

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || "<>:\"/\\|?*".unicodeScalars.contains(scalar)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        scalar.value < 0x20 ? "a control character" : "\"\(scalar)\""
    }

    /// CON, PRN, AUX, NUL, COM0 to COM9, LPT0 to LPT9, also before a dot.
    private static func isDevice(_ name: String) -> Bool {
        let stem = (name.cut(at: ".")?.before ?? name).asciiLowercased
        if ["con", "prn", "aux", "nul"].contains(stem) { return true }
        guard stem.utf8.count == 4, let digit = stem.utf8.last, (0x30...0x39).contains(digit) else { return false }
        return stem.hasPrefix("com") || stem.hasPrefix("lpt")
    }
}

extension String {
    fileprivate var withoutTrailingDotsAndSpaces: String {
        var scalars = unicodeScalars[...]
        while scalars.last == "." || scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }
}
