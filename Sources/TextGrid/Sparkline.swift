/// Numbers as a line of bars, a column for each.
///
/// A bar's height is the number's part of the largest one, so that 0 is the lowest bar: what hardly differs looks alike.
public struct Sparkline: Sendable, Hashable {
    /// Bars from the lowest to the highest, a column each.
    public let levels: [String]
    /// The sign for a missing number.
    public let missing: String

    public static let unicode = Sparkline(levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], missing: "✗")
    public static let ascii = Sparkline(levels: ["_", ".", "-", "=", "+", "*", "#", "@"], missing: "x")

    /// Returns the line of the last numbers.
    ///
    /// - Parameters:
    ///   - values: The numbers, none below 0; nil is a missing one.
    ///   - columns: Number of columns, a number in each.
    public func text(ofLast values: [Double?], columns: Int) -> String { text(of: values.suffix(max(0, columns))) }

    /// Returns the line of all numbers. Where there are more than columns, a bar is the largest of those that share its column: no peak gets lost.
    ///
    /// - Parameters:
    ///   - values: The numbers, none below 0; nil is a missing one.
    ///   - columns: Length of the line at most.
    public func text(ofAll values: [Double?], columns: Int) -> String {
        guard columns > 0 else { return "" }
        guard values.count > columns else { return text(of: values) }
        return text(
            of: (0..<columns).map { column in
                values[values.count * column / columns..<values.count * (column + 1) / columns].compactMap { $0 }.max()
            })
    }

    private func text(of values: some Collection<Double?>) -> String {
        let largest = values.lazy.compactMap { $0 }.max() ?? 0
        return values.map { $0.map { level(of: $0, upTo: largest) } ?? missing }.joined()
    }

    private func level(of value: Double, upTo largest: Double) -> String {
        guard largest > 0 else { return levels[0] }
        let place = Int((value / largest * Double(levels.count)).rounded(.up)) - 1
        return levels[min(max(0, place), levels.count - 1)]
    }
}
