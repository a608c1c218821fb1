/// The 256 colours of xterm as red, green and blue, 0 to 255 each.
public enum XTermColours {
    /// Returns a colour of the palette: 16 named ones, a cube of 6x6x6, 24 greys.
    public static func rgb(_ index: UInt8) -> (red: Int, green: Int, blue: Int) {
        let index = Int(index)
        if index < 16 { return named[index] }
        if index >= 232 {
            let grey = 8 + (index - 232) * 10
            return (grey, grey, grey)
        }
        let cube = index - 16
        return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    }

    /// Returns the nearest of the first `count` colours (8 or 16), by weighted distance; itself where it is among them.
    public static func nearest(to index: UInt8, among count: Int) -> UInt8 {
        guard Int(index) >= count else { return index }
        let wanted = rgb(index)
        let best = (0..<min(count, 16)).min { distance(named[$0], wanted) < distance(named[$1], wanted) }
        return UInt8(best ?? 7)
    }

    /// Returns the nearest of those that no terminal changes: the cube and the greys.
    public static func nearest(to colour: (red: Int, green: Int, blue: Int)) -> UInt8 {
        (UInt8(16)...255).min { distance(rgb($0), colour) < distance(rgb($1), colour) } ?? 16
    }

    /// Returns the distance between two colours: the eye distinguishes greens best, blues least.
    private static func distance(_ a: (red: Int, green: Int, blue: Int), _ b: (red: Int, green: Int, blue: Int)) -> Int
    {
        let (red, green, blue) = (a.red - b.red, a.green - b.green, a.blue - b.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }

    private static let steps = [0, 95, 135, 175, 215, 255]

    private static let named: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]
}
