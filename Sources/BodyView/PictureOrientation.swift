/// The arrangement of a picture's rows in its file, as a camera notes it: the change needed before it is shown.
///
/// - Source: EXIF 2.32 (CIPA DC-008), section 4.6.4, tag 274.
public enum PictureOrientation: Int, Sendable, Hashable, CaseIterable {
    case upright = 1
    /// Left and right are swapped.
    case mirrored = 2
    /// The picture is turned by 180 degrees.
    case turnedHalf = 3
    /// Top and bottom are swapped.
    case flipped = 4
    /// Rows are columns: mirrored at the diagonal from the upper left.
    case transposed = 5
    /// The picture has to be turned right by 90 degrees.
    case turnedRight = 6
    /// Mirrored at the other diagonal.
    case transversed = 7
    /// The picture has to be turned left by 90 degrees.
    case turnedLeft = 8

    /// Whether width and height are swapped.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The change in words; nil for none.
    public var words: String? {
        switch self {
        case .upright: nil
        case .mirrored, .flipped, .transposed, .transversed: "mirrored as its EXIF data says"
        case .turnedHalf, .turnedRight, .turnedLeft: "turned as its EXIF data says"
        }
    }

    /// Returns the place in the file of a point of the upright picture.
    ///
    /// - Parameters:
    ///   - column: The column from the left of the upright picture, 0-based.
    ///   - row: The row from its top, 0-based.
    ///   - width: The columns in the file.
    ///   - height: The rows in the file.
    public func stored(column: Int, row: Int, width: Int, height: Int) -> (column: Int, row: Int) {
        let (right, bottom) = (width - 1, height - 1)
        return switch self {
        case .upright: (column, row)
        case .mirrored: (right - column, row)
        case .turnedHalf: (right - column, bottom - row)
        case .flipped: (column, bottom - row)
        case .transposed: (row, column)
        case .turnedRight: (row, bottom - column)
        case .transversed: (right - row, bottom - column)
        case .turnedLeft: (right - row, column)
        }
    }
}

extension PictureOrientation {
    /// Reads the first directory of EXIF data, which is laid out as in TIFF; nil if it has no orientation, or an undefined number.
    init?(exif bytes: ArraySlice<UInt8>) {
        func number(_ count: Int, at place: Int, _ isBig: Bool) -> Int? {
            guard place >= 0, place <= bytes.count - count else { return nil }
            let digits = bytes[(bytes.startIndex + place)...].prefix(count)
            return (isBig ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        let isBig = bytes.first == 0x4D
        guard let first = bytes.first, first == 0x4D || first == 0x49, bytes.dropFirst().first == first,
            number(2, at: 2, isBig) == 42, let directory = number(4, at: 4, isBig),
            let count = number(2, at: directory, isBig)
        else { return nil }
        for entry in (0..<min(count, Self.mostEntries)).map({ directory + 2 + $0 * 12 }) {
            guard number(2, at: entry, isBig) == Self.tag else { continue }
            // The value is a number of two bytes, stored in its entry.
            guard number(2, at: entry + 2, isBig) == 3, number(4, at: entry + 4, isBig) == 1,
                let value = number(2, at: entry + 8, isBig)
            else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }

    private static let tag = 274
    private static let mostEntries = 256
}
