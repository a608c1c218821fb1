/// File names for items, by the format's rules.
public enum FileName {
    /// The default file name of an item, without `.yml`; "request" when nothing of the name can stay.
    public static func safe(for name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Character in
            scalar.value < 32 || "<>:\"/\\|?*".unicodeScalars.contains(scalar) ? "-" : Character(scalar)
        }
        var rest = String(scalars)[...]
        while let first = rest.first, first == " " || first == "-" || first == "." { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "." { rest.removeLast() }
        while rest.utf8.count > 250 { rest.removeLast() }
        return rest.isEmpty ? "request" : isReserved(String(rest)) ? "\(rest)-" : String(rest)
    }

    /// Why a file name (without `.yml`) cannot be used; nil when it can.
    public static func problem(with name: String) -> String? {
        if name.isEmpty { return "The file name is empty." }
        if "\(name).yml".utf8.count > 255 { return "The file name is longer than 255 bytes." }
        if name.hasPrefix(" ") || name.hasPrefix("-") { return "A file name cannot begin with a space or hyphen." }
        if isReserved(name) { return "\(name) is reserved on Windows." }
        return safe(for: name) == name ? nil : "The file name holds characters that not every system allows."
    }

    /// The first of `name`, `name copy`, `name copy 2`, … that is not taken; compared without regard to case.
    public static func free(_ name: String, taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        let copies = ["", " copy"] + (2...(taken.count + 2)).map { " copy \($0)" }
        return copies.map { name + $0 }.first { !taken.contains($0.lowercased()) } ?? name
    }

    private static func isReserved(_ name: String) -> Bool {
        let word = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(word) { return true }
        let isDevice = word.hasPrefix("COM") || word.hasPrefix("LPT")
        return isDevice && word.count == 4 && word.last?.isNumber == true
    }
}
