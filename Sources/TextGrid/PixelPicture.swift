/// A point of a picture: 0 to 255 each, as in sRGB.
public struct Pixel: Sendable, Hashable {
    public var red, green, blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Perceived brightness, 0 to 255. Source: ITU-R BT.601.
    public var luminance: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }
}

/// Two pixels, one above the other, which a cell shows as its halves.
public struct PixelPair: Sendable, Hashable {
    public var upper: Pixel
    /// The lower pixel; nil below the last row of a picture.
    public var lower: Pixel?

    public init(_ upper: Pixel, over lower: Pixel?) { (self.upper, self.lower) = (upper, lower) }

    private static let isThere: UInt64 = 1 << 62
    private static let hasLower: UInt64 = 1 << 63

    /// Never 0.
    var packed: UInt64 {
        Self.isThere | Self.packed(upper) | (lower.map { Self.hasLower | Self.packed($0) << 24 } ?? 0)
    }

    init(packed: UInt64) {
        upper = Self.pixel(packed)
        lower = packed & Self.hasLower == 0 ? nil : Self.pixel(packed >> 24)
    }

    private static func packed(_ pixel: Pixel) -> UInt64 {
        UInt64(pixel.red) << 16 | UInt64(pixel.green) << 8 | UInt64(pixel.blue)
    }

    private static func pixel(_ packed: UInt64) -> Pixel {
        Pixel(
            UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
            UInt8(truncatingIfNeeded: packed))
    }
}

/// A picture as it is put on cells: two of its rows in one of theirs.
public struct PixelPicture: Sendable, Hashable {
    public let width: Int
    public let height: Int
    private let bytes: [UInt8]

    /// - Parameter bytes: Red, green and blue of each pixel, row by row.
    /// - Returns: A picture; nil unless there are as many bytes as the size needs, and at least one pixel.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !isTooLarge, bytes.count % 3 == 0, bytes.count / 3 == count else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Columns and rows of cells that it takes.
    public var size: Size { Size(columns: width, rows: (height + 1) / 2) }

    public subscript(column column: Int, row row: Int) -> Pixel {
        let start = (row * width + column) * 3
        return Pixel(bytes[start], bytes[start + 1], bytes[start + 2])
    }

    func pair(column: Int, row: Int) -> PixelPair {
        PixelPair(
            self[column: column, row: row * 2],
            over: row * 2 + 1 < height ? self[column: column, row: row * 2 + 1] : nil)
    }
}

extension Grid {
    /// Puts a picture on cells, its upper left corner first; what does not fit is left out.
    public mutating func draw(_ picture: PixelPicture, in rect: Rect) {
        let place = Rect(
            column: rect.column, row: rect.row, columns: min(rect.columns, picture.size.columns),
            rows: min(rect.rows, picture.size.rows)
        ).intersection(bounds)
        guard !place.isEmpty else { return }
        fill(place)
        for row in place.row..<place.endRow {
            for column in place.column..<place.endColumn {
                self[column: column, row: row] = Cell(
                    picture.pair(column: column - rect.column, row: row - rect.row))
            }
        }
    }
}
