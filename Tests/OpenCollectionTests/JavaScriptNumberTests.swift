import Testing
import Text

@testable import OpenCollection

@Suite struct JavaScriptNumberTests {
    @Test(
        "prints numbers as JavaScript does",
        arguments: [
            (7, "7"), (1.5, "1.5"), (-0.25, "-0.25"), (0, "0"), (100, "100"), (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1.5e-7, "1.5e-7"), (0.000001, "0.000001"), (1e-7, "1e-7"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (Double.infinity, "Infinity"),
        ] as [(Double, String)])
    func prints(number: Double, text: String) {
        #expect(JavaScriptNumber.text(of: number) == text)
    }

    @Test(
        "reads numbers as JavaScript does, and nothing else",
        arguments: [
            ("007", 7), ("1.50", 1.5), (" 3 ", 3), ("0x10", 16), ("0b11", 3), ("0o17", 15), (".5", 0.5), ("5.", 5),
            ("-.5e1", -5),
            ("1.e2", 100), ("1e3", 1000), ("", nil), ("abc", nil), ("1_000", nil), ("0x", nil), ("nan", nil),
            ("1 2", nil),
            ("0x1p3", nil), ("e", nil),
        ] as [(String, Double?)])
    func reads(text: String, number: Double?) {
        #expect(JavaScriptNumber.parse(text) == number)
    }
}
