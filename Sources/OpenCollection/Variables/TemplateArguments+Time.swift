import Foundation
import Text

extension TemplateArguments {
    /// The time of the send in UTC, with what is to be added to it.
    ///
    /// - Parameter format: The format; nil: the given one, or ISO 8601.
    func time(as format: String?) throws -> [UInt8] {
        var (format, shift) = (format, nil as TimeShift?)
        guard labels.allSatisfy({ $0 == nil }) else { throw fault }
        for index in bytes.indices {
            if shift == nil, let given = TimeShift(text(index)) {
                shift = given
            } else if format == nil {
                format = text(index)
            } else {
                throw TemplateCall.Fault(
                    message:
                        "has '\(text(index).shownInLine())', which is not a time to add: +1h, -30m, +1d12h, with ms s m h d w M y"
                )
            }
        }
        let now = Int((dynamic.now().timeIntervalSince1970 * 1000).rounded(.down))
        return Array(Self.text(of: shift?.added(to: now) ?? now, format ?? "iso").utf8)
    }

    private static func text(of milliseconds: Int, _ format: String) -> String {
        switch format {
        case "unix": return String(Int((Double(milliseconds) / 1000).rounded(.down)))
        case "unixms": return String(milliseconds)
        case "iso": return CivilDate.timestamp(millisecondsSince1970: milliseconds)
        case "date": return text(of: milliseconds, "YYYY-MM-DD")
        case "http": return text(of: milliseconds, "ddd, DD MMM YYYY HH:mm:ss [GMT]")
        default: return pattern(format, milliseconds)
        }
    }

    /// The letters of moment and day.js, as far as they are two or more of a kind; years and days also in the small letters of ICU.
    private static func pattern(_ pattern: String, _ milliseconds: Int) -> String {
        let parts = CivilDate.timestamp(millisecondsSince1970: milliseconds).split { "-T:.Z".contains($0) }.map(
            String.init)
        let month = DynamicValues.months[(Int(parts[1]) ?? 1) - 1]
        // 1 January 1970 was a Thursday.
        let days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
        let weekday = DynamicValues.weekdays[((days + 3) % 7 + 7) % 7]
        let letters = [
            ("YYYY", parts[0]), ("yyyy", parts[0]), ("MMMM", month), ("MMM", String(month.prefix(3))), ("MM", parts[1]),
            ("dddd", weekday), ("ddd", String(weekday.prefix(3))), ("DD", parts[2]), ("dd", parts[2]), ("HH", parts[3]),
            ("mm", parts[4]), ("SSS", parts[6]), ("ss", parts[5]),
        ]
        var (output, rest) = ("", pattern[...])
        while let first = rest.first {
            if first == "[", let end = rest.firstIndex(of: "]") {
                output += rest[..<end].dropFirst()
                rest = rest[end...].dropFirst()
            } else if let (letter, text) = letters.first(where: { rest.hasPrefix($0.0) }) {
                output += text
                rest = rest.dropFirst(letter.count)
            } else {
                output.append(rest.removeFirst())
            }
        }
        return output
    }
}

/// A time to add: "+1h", "-1d12h".
private struct TimeShift {
    private var milliseconds = 0
    private var months = 0

    init?(_ text: String) {
        guard let sign = text.first, sign == "+" || sign == "-", text.count > 1 else { return nil }
        var rest = text.dropFirst()
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest[digits.endIndex...].prefix { $0.isASCII && $0.isLetter }
            // Longer numbers lead to no year that can be written.
            guard let count = Int(digits), digits.count <= 6 else { return nil }
            let signed = sign == "-" ? -count : count
            switch unit {
            case "y": months += 12 * signed
            case "M": months += signed
            default:
                guard let factor = Self.units[String(unit)] else { return nil }
                milliseconds += factor * signed
            }
            rest = rest[unit.endIndex...]
        }
    }

    private static let units = [
        "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]

    /// Months first: a day that the month lacks becomes its last one.
    func added(to time: Int) -> Int {
        guard months != 0 else { return time + milliseconds }
        let days = Int((Double(time) / 86_400_000).rounded(.down))
        var date = CivilDate(daysSince1970: days)
        let month = date.year * 12 + date.month - 1 + months
        (date.year, date.month) = (Int((Double(month) / 12).rounded(.down)), (month % 12 + 12) % 12 + 1)
        while !date.isValid { date.day -= 1 }
        return time + (date.daysSince1970 - days) * 86_400_000 + milliseconds
    }
}
