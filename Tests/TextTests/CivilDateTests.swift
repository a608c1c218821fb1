import Foundation
import Testing
import Text

@Suite("Dates of the Gregorian calendar")
struct CivilDateTests {
    @Test("are numbered in days as Foundation numbers them, and back")
    func days() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for days in stride(from: -719_162, through: 2_932_896, by: 997) {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days && date.isValid)
            // Before 1582 Foundation counts by the Julian calendar.
            if days > -141_000 { #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day]) }
        }
    }

    @Test(
        "know which days a month has",
        arguments: [
            (2024, 2, 29, true), (2023, 2, 29, false), (1900, 2, 29, false), (2000, 2, 29, true), (2026, 4, 31, false),
            (2026, 12, 31, true), (2026, 13, 1, false), (2026, 0, 1, false), (2026, 1, 0, false),
        ])
    func validity(year: Int, month: Int, day: Int, isValid: Bool) {
        #expect(CivilDate(year: year, month: month, day: day).isValid == isValid)
    }

    @Test("are written with the time in UTC to the millisecond")
    func timestamps() {
        #expect(CivilDate.timestamp(millisecondsSince1970: 0) == "1970-01-01T00:00:00.000Z")
        #expect(CivilDate.timestamp(millisecondsSince1970: -1) == "1969-12-31T23:59:59.999Z")
        #expect(CivilDate.timestamp(millisecondsSince1970: 1_787_306_400_007) == "2026-08-21T10:00:00.007Z")
    }
}

@Suite("Texts with others in the place of parts")
struct SplicingTests {
    @Test("texts take the place of ranges, and what is written piece by piece says where each of them begins")
    func replaced() {
        let (bytes, parts) = (Array("a12b3".utf8), [(1..<3, "--->"), (4..<5, "")])
        #expect(bytes.replacing(parts) == Array("a--->b".utf8))
        #expect("a12b3".replacing(parts) == "a--->b")
        var written: [String] = []
        let starts = bytes.withUnsafeBufferPointer { bytes in
            bytes.replacing(parts.map { ($0, Array($1.utf8)) }) { written.append(String(decoding: $0, as: UTF8.self)) }
        }
        #expect(starts == [1, 6])
        #expect(written == ["a", "--->", "b", "", ""])
    }

    @Test("replaces ranges of UTF-8 bytes, and hands out what stands around them")
    func replacing() {
        #expect("äbcd".replacing([(0..<2, "x"), (3..<3, "+"), (4..<5, "")]) == "xb+c")
        #expect("abc".replacing([]) == "abc")
        #expect("a{1}b{2}".around([1..<4, 5..<8]) == ["a", "b", ""])
        #expect("".around([]) == [""])
    }
}
