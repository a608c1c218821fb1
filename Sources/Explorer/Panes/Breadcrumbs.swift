import ExplorerKit
import OpenCollection
import TextGrid

/// The path to what is shown: collection, folders, and its own name. Folders in the middle give way first, then those at the beginning;
/// the name comes last, and is cut.
struct Breadcrumbs {
    private let names: [String]
    private let glyphs: Glyphs

    /// - Parameters:
    ///   - names: The names from the collection to what is shown.
    init(_ names: [String], columns: Int, _ glyphs: Glyphs) {
        self.glyphs = glyphs
        let fitting = Self.forms(of: names, glyphs).first { Self.columns(of: $0, glyphs) <= columns }
        let name = names.last.map { glyphs.clipped($0, to: columns) }
        self.names = fitting ?? name.map { [$0] } ?? []
    }

    /// Returns the forms of a path, the longest first.
    private static func forms(of names: [String], _ glyphs: Glyphs) -> [[String]] {
        guard names.count > 1 else { return [names] }
        // The folder around it says more than those above.
        let middle = (0..<max(0, names.count - 2)).map { left in
            [names[0], glyphs.ellipsis] + names.suffix(names.count - 2 - left)
        }
        let last = Array(names.suffix(1))
        return [names] + middle + [[glyphs.ellipsis] + last, last]
    }

    private static func columns(of names: [String], _ glyphs: Glyphs) -> Int {
        names.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
            + (names.count - 1) * (DisplayWidth.columns(of: glyphs.crumb) + 2)
    }

    /// - Parameter style: The style of the name; what comes before it is dimmed.
    func runs(_ style: Style) -> [StyledText] {
        names.enumerated().map { index, name in
            index == names.count - 1 ? StyledText(name, style) : StyledText("\(name) \(glyphs.crumb) ", .dimmed)
        }
    }
}
