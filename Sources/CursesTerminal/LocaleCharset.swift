import Foundation

/// The character set of the locale that an environment names.
enum LocaleCharset {
    /// Sets the process's LC_CTYPE, which curses reads, and says whether characters are UTF-8.
    ///
    /// A UTF-8 locale that this system has not installed (common after ssh) is replaced by C.UTF-8: the terminal is at
    /// the other end and knows UTF-8 all the same. Source: POSIX, 8.2 Internationalization Variables.
    static func adopt(_ charset: Terminal.Charset, _ environment: [String: String]) -> Bool {
        switch charset {
        case .ascii: return !set("C")
        case .utf8: return setAnyUTF8()
        case .automatic: break
        }
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        if set(name) { return String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" }
        let wanted = name.uppercased()
        if wanted.contains("UTF-8") || wanted.contains("UTF8") { return setAnyUTF8() }
        return !set("C")
    }

    private static func setAnyUTF8() -> Bool { set("C.UTF-8") || set("en_US.UTF-8") || set("UTF-8") }

    private static func set(_ name: String) -> Bool { setlocale(LC_CTYPE, name) != nil }
}
