import TextGrid

/// The number of colours of a terminal, which decides how an appearance is shown.
public enum ColourDepth: Int, Sendable, Comparable {
    case none = 0
    /// Eight colours; bold is used for the bright ones.
    case eight = 8
    case sixteen = 16
    case full = 256

    public static func < (a: ColourDepth, b: ColourDepth) -> Bool { a.rawValue < b.rawValue }

    /// Creates the depth of a terminal with a number of colours, as terminfo says it.
    public init(colours: Int) {
        self = [.full, .sixteen, .eight].first { $0.rawValue <= colours } ?? .none
    }

    /// Returns the same meaning with fewer colours.
    ///
    /// Eight: the nearest colour, a bright one by bold. None: no colours; a background of its own becomes reverse video, so that a selection is
    /// visible.
    public func shown(_ look: Appearance) -> Appearance {
        switch self {
        case .full: return look
        case .sixteen:
            return Appearance(reduced(look.foreground), on: reduced(look.background), look.attributes)
        case .eight: return eight(look)
        case .none:
            let attributes = look.background == .standard ? look.attributes : look.attributes.union(.reverse)
            return Appearance(.standard, on: .standard, attributes)
        }
    }

    private func reduced(_ colour: Colour) -> Colour {
        guard case .indexed(let index) = colour else { return colour }
        return .indexed(XTermColours.nearest(to: index, among: 16))
    }

    private func eight(_ look: Appearance) -> Appearance {
        var look = Appearance(reduced(look.foreground), on: reduced(look.background), look.attributes)
        if case .indexed(let index) = look.foreground, index >= 8 {
            look.foreground = index == 8 ? .indexed(7) : .indexed(index - 8)
            look.attributes.insert(index == 8 ? .dim : .bold)
        }
        if case .indexed(let index) = look.background, index >= 8 {
            look.background = .indexed(index == 8 ? 0 : index - 8)
        }
        // Text in the colour of its background would be invisible.
        if look.foreground == look.background, look.foreground != .standard { look.foreground = .standard }
        return look
    }
}
