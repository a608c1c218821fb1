import Foundation

/// Values that are made when asked for, `{{$guid}}` and the like. Randomness and time are handed in.
public struct DynamicValues: Sendable {
    private let random: @Sendable () -> UInt64
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - random: 64 evenly spread bits, new at each call.
    ///   - now: the time of the send.
    public init(random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> Date) {
        self.random = random
        self.now = now
    }

    /// A new value for a name without its `$`; nil for names that are unknown or not available yet.
    public func value(of name: String) -> TypedValue? {
        switch name {
        case "guid", "randomUUID": .string(uuid())
        case "timestamp": .number(now().timeIntervalSince1970.rounded(.down))
        case "isoTimestamp": .string(Self.isoText(of: now()))
        case "randomInt": .number(Double(below(1001)))
        case "randomBoolean": .boolean(below(2) == 1)
        case "randomAlphaNumeric": .string(letters(1, of: Self.alphanumeric))
        case "randomNanoId": .string(letters(21, of: Self.alphanumeric + "-_"))
        default: nil
        }
    }

    private static let alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    private func below(_ bound: UInt64) -> UInt64 { random().multipliedFullWidth(by: bound).high }

    private func letters(_ count: Int, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String((0..<count).map { _ in characters[Int(below(UInt64(characters.count)))] })
    }

    /// Version 4 (RFC 9562, section 5.4).
    private func uuid() -> String {
        let high = random() & ~0xF000 | 0x4000
        let low = random() & ~(0b11 << 62) | (0b10 << 62)
        let digits = Self.hex(high) + Self.hex(low)
        let groups = [8, 4, 4, 4, 12]
        var rest = digits[...]
        return groups.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// UTC with milliseconds, `2026-08-21T10:00:00.000Z`.
    static func isoText(of date: Date) -> String {
        let total = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        let days = total.flooredQuotient(by: 86_400_000)
        let inDay = total - days * 86_400_000
        let (year, month, day) = civilDate(daysSince1970: days)
        let clock = [inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60].map { padded($0, 2) }
        let dateText = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return "\(dateText)T\(clock.joined(separator: ":")).\(padded(inDay % 1000, 3))Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Proleptic Gregorian date of a day, by eras of 400 years that begin on 1 March.
    private static func civilDate(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int {
    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
