import Foundation
import Testing

@testable import OpenCollection

/// A name of section 2.8 and what its values look like, throughout.
struct DynamicForm: Sendable, CustomTestStringConvertible {
    let name: String
    let pattern: String

    init(_ name: String, _ pattern: String) {
        self.name = name
        self.pattern = pattern
    }

    var testDescription: String { name }
}

@Suite("Dynamic values") struct DynamicValuesTests {
    @Test("every value of a name has the name's form, and not always the same one", arguments: DynamicForm.all)
    func form(_ form: DynamicForm) throws {
        let values = SeededBits.values(UInt64(form.name.utf8.reduce(0) { $0 * 31 % 65_521 + Int($1) }))
        let pattern = try NSRegularExpression(pattern: "\\A(?:\(form.pattern))\\z")
        var seen: Set<String> = []
        for _ in 0..<200 {
            let text = try #require(values.text(of: form.name))
            let whole = NSRange(text.startIndex..., in: text)
            guard pattern.firstMatch(in: text, range: whole) != nil else {
                Issue.record("\(form.name) gave \(text)")
                return
            }
            seen.insert(text)
        }
        let isOfTheClock = ["timestamp", "isoTimestamp"].contains(form.name)
        #expect(isOfTheClock ? seen.count == 1 : seen.count > 1)
    }

    @Test("the table has the names that are made, 120 of them, each once")
    func names() {
        #expect(DynamicForm.all.count == 120)
        #expect(Set(DynamicForm.all.map(\.name)) == DynamicValues.knownNames)
    }

    @Test(
        "names are exact: no other case, no arguments", arguments: ["", "GUID", "randomcity", "randomCity()", "City"])
    func unknown(name: String) {
        #expect(SeededBits.values(1).text(of: name) == nil)
    }

    @Test("check digits of an IBAN are right, by an account that a bank has published")
    func checkDigits() throws {
        func isRight(_ account: String) -> Bool {
            DynamicValues.remainder(by97: String(account.dropFirst(4) + account.prefix(4))) == 1
        }
        #expect(isRight("DE89370400440532013000") && isRight("GB82WEST12345698765432"))
        #expect(!isRight("DE88370400440532013000"))
        let values = SeededBits.values(7)
        for _ in 0..<300 {
            let account = try #require(values.text(of: "randomBankAccountIban"))
            #expect(isRight(account), "\(account)")
        }
    }

    @Test("dates lie on their side of now, within a year or a day")
    func dates() throws {
        let now = "2026-08-21T10:00:00.000Z"
        let values = SeededBits.values(3)
        for _ in 0..<200 {
            let future = try #require(values.text(of: "randomDateFuture"))
            #expect(future > now && future <= "2027-08-21T10:00:00.000Z")
            let past = try #require(values.text(of: "randomDatePast"))
            #expect(past < now && past >= "2025-08-21T10:00:00.000Z")
            let recent = try #require(values.text(of: "randomDateRecent"))
            #expect(recent < now && recent >= "2026-08-20T10:00:00.000Z")
        }
    }

    @Test("degrees stay on the globe, and addresses of mail belong to nobody")
    func bounds() throws {
        let values = SeededBits.values(4)
        for _ in 0..<200 {
            #expect(abs(try #require(values.text(of: "randomLatitude").flatMap(Double.init))) <= 90)
            #expect(abs(try #require(values.text(of: "randomLongitude").flatMap(Double.init))) <= 180)
            #expect(try #require(values.text(of: "randomEmail")).hasSuffix(".example"))
        }
    }

    @Test("the first and the last bits are fine too", arguments: [UInt64.min, .max])
    func extremes(bits: UInt64) {
        let values = DynamicValues(random: { bits }, now: { Date(timeIntervalSince1970: 0) })
        for name in DynamicValues.knownNames { #expect(values.text(of: name)?.isEmpty == false, "\(name)") }
    }
}
