public import Foundation

/// Numbers and times in readable form.
public enum Wording {
    /// Returns a duration: "84 ms", "1.20 s", "2 min 05 s"; below a millisecond "0.4 ms".
    public static func duration(_ duration: Duration) -> String {
        let seconds = duration.inSeconds
        switch seconds {
        case ..<0.00095: return "\(fixed(seconds * 1000, 2)) ms"
        case ..<0.00995: return "\(fixed(seconds * 1000, 1)) ms"
        case ..<0.9995: return "\(Int((seconds * 1000).rounded())) ms"
        case ..<60: return "\(fixed(seconds, seconds < 9.995 ? 2 : 1)) s"
        default:
            let whole = Int(seconds)
            return "\(whole / 60) min \(pad(whole % 60)) s"
        }
    }

    /// Returns an amount in decimal units: "0 B", "512 B", "12 KB", "1.4 MB".
    public static func bytes(_ count: Int64) -> String {
        let units = ["KB", "MB", "GB", "TB"]
        guard count >= 1000 else { return "\(count) B" }
        var value = Double(count) / 1000
        var unit = 0
        while value >= 999.5, unit + 1 < units.count {
            value /= 1000
            unit += 1
        }
        return "\(fixed(value, value < 9.95 ? 1 : 0)) \(units[unit])"
    }

    /// Returns "12 MB", or "12 MB of 48 MB (25%)".
    ///
    /// - Parameter total: The total number of bytes; nil if it is unknown.
    static func transferred(_ count: Int64, of total: Int64?) -> String {
        guard let total, total > 0, count <= total else { return bytes(count) }
        return "\(bytes(count)) of \(bytes(total)) (\(Int(Double(count) / Double(total) * 100))%)"
    }

    /// Returns the time of day, "14:02:11", in the zone with this offset from Greenwich.
    public static func timeOfDay(_ date: Date, secondsFromGMT: Int) -> String {
        let second = (Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT) % 86_400
        let inDay = second < 0 ? second + 86_400 : second
        return "\(pad(inDay / 3600)):\(pad(inDay / 60 % 60)):\(pad(inDay % 60))"
    }

    /// Returns the number with its noun: "1 attempt", "3 attempts".
    public static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Returns "2 scripts not run: what they would set, change or test is missing."; nil for none.
    public static func skippedScripts(_ number: Int) -> String? {
        number > 0 ? "\(count(number, "script")) not run: what they would set, change or test is missing." : nil
    }

    /// Returns "2 GraphQL errors"; nil for none.
    public static func graphQLErrors(_ number: Int) -> String? {
        number > 0 ? count(number, "GraphQL error") : nil
    }

    /// "2 GraphQL errors: Name is required (partial data)"; nil for none.
    ///
    /// - Parameter results: of the response; the first errors are among them.
    public static func graphQLErrors(_ number: Int, in results: [RecordedAssertion]) -> String? {
        guard let words = graphQLErrors(number) else { return nil }
        guard let first = results.first(where: { $0.graphQL != nil }) else { return words }
        return "\(words): \(first.text)\(first.graphQL == .partialData ? " (partial data)" : "")"
    }

    private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static func fixed(_ value: Double, _ places: Int) -> String {
        let factor = [1, 10, 100][places]
        let whole = Int((value * Double(factor)).rounded())
        guard places > 0 else { return String(whole) }
        let rest = String(whole % factor)
        return "\(whole / factor)." + String(repeating: "0", count: places - rest.count) + rest
    }
}

extension Duration {
    /// The duration in seconds, as exactly as a `Double` has it.
    public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
