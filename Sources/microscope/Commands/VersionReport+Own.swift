internal import CBuild
import CommandLineTool
import Foundation

extension VersionReport {
    /// This program with the libraries of this machine.
    static var own: VersionReport {
        VersionReport(
            version: Program.version, commit: microscope_commit().map { String(cString: $0) },
            libraries: KnownLibrary.all.map(\.report))
    }
}

/// A library and its way to say its version. Those that are loaded late or by workers are loaded for it, so only `version --json` does.
private struct KnownLibrary {
    /// The form of a version in the library's interface.
    enum Form {
        /// A function that returns the text. A number is passed, which most ignore.
        case function(String)
        /// A variable with the text of a number: 20914 is 2.9.14.
        case numberVariable(String)
        /// A function that writes the text; gets the number of what is asked for.
        case writing(String, CUnsignedInt)
        /// Functions that return parts of the version.
        case numbers([String])
        /// The library has nothing that says its version.
        case unstated

        var statesVersion: Bool { if case .unstated = self { false } else { true } }
    }

    let name: String
    /// The names to load it by; empty if it is linked.
    var files: [String] = []
    var form = Form.unstated

    static let all = [
        KnownLibrary(name: "libcurl", files: ["libcurl.so.4", "libcurl.4.dylib"], form: .function("curl_version")),
        KnownLibrary(
            name: "libmicrohttpd", files: ["libmicrohttpd.so.12", "libmicrohttpd.12.dylib"],
            form: .function("MHD_get_version")),
        KnownLibrary(name: "OpenSSL", form: .function("OpenSSL_version")),
        KnownLibrary(name: "SQLite", form: .function("sqlite3_libversion")),
        KnownLibrary(name: "libyaml", form: .function("yaml_get_version_string")),
        KnownLibrary(name: "ncurses", form: .function("curses_version")),
        KnownLibrary(name: "zlib", form: .function("zlibVersion")),
        // `PCRE2_CONFIG_VERSION`
        KnownLibrary(name: "PCRE2", form: .writing("pcre2_config_8", 11)), KnownLibrary(name: "uchardet"),
        KnownLibrary(name: "libjq", files: ["libjq.so.1", "libjq.1.dylib"]),
        KnownLibrary(name: "libgd", files: ["libgd.so.3", "libgd.3.dylib"], form: .function("gdVersionString")),
        KnownLibrary(
            name: "libxml2", files: ["libxml2.so.2", "libxml2.so.16", "libxml2.2.dylib"],
            form: .numberVariable("xmlParserVersion")),
        KnownLibrary(
            name: "libzip", files: ["libzip.so.4", "libzip.so.5", "libzip.5.dylib"],
            form: .function("zip_libzip_version")),
        KnownLibrary(
            name: "JavaScriptCore",
            files: [
                "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.0.so.18",
                "/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore",
            ], form: .numbers(["jsc_get_major_version", "jsc_get_minor_version", "jsc_get_micro_version"])),
    ]

    var report: VersionReport.Library {
        guard let library else { return VersionReport.Library(name, version: nil, isInstalled: false) }
        let words = text(of: library)?.split(separator: " ").map(String.init) ?? []
        // "OpenSSL 3.0.11 19 Sep 2023", "ncurses 6.4.20221231", "libcurl/7.88.1 OpenSSL/3.0.11 zlib/1.2.13"
        let version = words.lazy.compactMap { $0.split(separator: "/").last { $0.first?.isNumber == true } }.first
        return VersionReport.Library(
            name, version: version.map(String.init), isInstalled: true,
            statesVersion: form.statesVersion,
            features: name == "libcurl" ? words.dropFirst().filter { $0.first?.isLetter == true } : [])
    }

    private var library: UnsafeMutableRawPointer? {
        files.isEmpty ? dlopen(nil, RTLD_NOW) : files.lazy.compactMap { dlopen($0, RTLD_LAZY | RTLD_LOCAL) }.first
    }

    private func text(of library: UnsafeMutableRawPointer) -> String? {
        switch form {
        case .function(let symbol): dlsym(library, symbol).flatMap(Self.text)
        case .numberVariable(let symbol):
            dlsym(library, symbol).flatMap { $0.load(as: UnsafePointer<CChar>?.self) }.map { String(cString: $0) }
                .flatMap(Self.parts)
        case .writing(let symbol, let wanted): dlsym(library, symbol).flatMap { Self.text($0, wanted) }
        case .numbers(let symbols): symbols.compactMap { dlsym(library, $0).map(Self.number) }.joined(separator: ".")
        case .unstated: nil
        }
    }

    // The types are those of the libraries' headers: a text that lives as long as the library; OpenSSL takes 0 for its version.
    private static func text(_ symbol: UnsafeMutableRawPointer) -> String? {
        let function = unsafeBitCast(symbol, to: (@convention(c) (CInt) -> UnsafePointer<CChar>?).self)
        return function(0).map { String(cString: $0) }
    }

    private static func text(_ symbol: UnsafeMutableRawPointer, _ wanted: CUnsignedInt) -> String? {
        let function = unsafeBitCast(symbol, to: (@convention(c) (CUnsignedInt, UnsafeMutableRawPointer?) -> CInt).self)
        // Without a place for it, it says how long it is.
        let length = Int(function(wanted, nil))
        guard length > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        return function(wanted, &bytes) > 0 ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
    }

    private static func parts(_ text: String) -> String? {
        Int(text.prefix(while: \.isNumber)).map { "\($0 / 10_000).\($0 / 100 % 100).\($0 % 100)" }
    }

    private static func number(_ symbol: UnsafeMutableRawPointer) -> String {
        String(unsafeBitCast(symbol, to: (@convention(c) () -> CUnsignedInt).self)())
    }
}
