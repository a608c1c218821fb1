import ExplorerKit
import TextGrid

extension Theme {
    /// The themes that the program brings.
    static let builtIn: [ThemeName: Palette] = [
        .standard: standard, .dark: ThemeColours.dark.palette, .light: ThemeColours.light.palette,
        .highContrast: ThemeColours.highContrast.palette, .sixteen: ThemeColours.sixteen.palette, .none: plain,
    ]
}

extension ThemeName {
    static let dark = ThemeName("dark")
    static let light = ThemeName("light")
    static let highContrast = ThemeName("high-contrast")
    /// The terminal's own sixteen colours.
    static let sixteen = ThemeName("16")
    static let none = ThemeName("none")

    /// The built-in themes, in the order in which they are offered.
    package static let builtIn: [ThemeName] = [.standard, .dark, .light, .highContrast, .sixteen, .none]

    /// The purpose of the theme, in a few words; nil for the user's own.
    package var summary: String? {
        switch self {
        case .standard: "for dark and light backgrounds"
        case .dark: "brighter colours for dark backgrounds"
        case .light: "darker colours for light backgrounds"
        case .highContrast: "few colours, high contrast on black"
        case .sixteen: "the terminal's own sixteen colours"
        case .none: "no colours: bold, dim, underlined and reversed"
        default: nil
        }
    }
}
