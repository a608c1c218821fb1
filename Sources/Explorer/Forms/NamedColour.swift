import ExplorerKit
import TextGrid

/// A colour as a file names it.
struct NamedColour: Hashable {
    let red, green, blue: UInt8

    /// Creates the colour of a name in the list, or of `#rrggbb`, `#rgb`; nil for anything else.
    init?(_ text: String) {
        let digits = Self.table[text] ?? (text.hasPrefix("#") ? String(text.dropFirst()) : "")
        let hex = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits
        guard hex.utf8.count == 6, let number = UInt32(hex, radix: 16) else { return nil }
        (red, green, blue) = (UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }

    static let names = [FormSwitch.unset] + ["red", "orange", "yellow", "green", "blue", "purple", "pink", "gray"]

    private static let table = [
        "red": "ef4444", "orange": "f97316", "yellow": "eab308", "green": "22c55e", "blue": "3b82f6",
        "purple": "a855f7",
        "pink": "ec4899", "gray": "6b7280", "grey": "6b7280", "teal": "14b8a6", "cyan": "06b6d4", "black": "000000",
        "white": "ffffff",
    ]

    /// The nearest one of the palette.
    var style: Style {
        let nearest = (UInt8(16)...255).min { distance(to: $0) < distance(to: $1) }
        return .colour(nearest ?? 16)
    }

    private func distance(to index: UInt8) -> Int {
        let colour = XTermColours.rgb(index)
        let (red, green, blue) = (colour.red - Int(red), colour.green - Int(green), colour.blue - Int(blue))
        return red * red + green * green + blue * blue
    }
}
