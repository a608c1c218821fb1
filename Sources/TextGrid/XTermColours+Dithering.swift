extension XTermColours {
    /// Returns one of the 240 fixed colours for a pixel of a picture; its place says to which side it is rounded, so that colours between two
    /// of them look mixed.
    ///
    /// A pixel that has one of these colours exactly keeps it, but for the greys among those of the cube. Ordered dithering: the same place always rounds alike.
    public static func index(of pixel: Pixel, column: Int, row: Int) -> UInt8 {
        let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        let threshold = bayer[row & 3][column & 3]
        if max(red, green, blue) - min(red, green, blue) < 8 {
            return grey(pixel.luminance + threshold / 4)
        }
        let shift = threshold * 38 / 32
        return UInt8(16 + 36 * step(red + shift) + 6 * step(green + shift) + step(blue + shift))
    }

    /// -15 to 15, each once in a square of four.
    private static let bayer = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]].map {
        $0.map { $0 * 2 - 15 }
    }

    /// Returns the nearest of six. In between the lowest two lie 95, between the others 40.
    private static func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }

    /// Returns black, one of 24 greys, or white.
    private static func grey(_ value: Int) -> UInt8 {
        if value < 4 { return 16 }
        return value > 246 ? 231 : UInt8(232 + min(23, max(0, (value - 3) / 10)))
    }
}

extension Pixel {
    /// Returns a sign that is as dense as the pixel is bright, for screens without the colours.
    public static func sign(ofLuminance luminance: Int) -> UInt8 {
        ramp[min(ramp.count - 1, max(0, luminance) * ramp.count / 256)]
    }

    private static let ramp = Array(" .:-=+*#%@".utf8)
}
