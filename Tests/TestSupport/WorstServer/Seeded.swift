import Foundation

/// Random numbers that come again with the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The amount of work of a test with random inputs: little in every run, much in `Scripts/test --long`.
public enum LongRun {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    /// The inputs of a short run, `MICROSCOPE_FUZZ_TIMES` times as many in a long one. Each test chooses its short run so that all take about
    /// as long, however slow one of its inputs is.
    public static func inputs(orJust few: Int) -> Int { few * (number("MICROSCOPE_FUZZ_TIMES") ?? 1) }
    /// Returns the number of rounds: `MICROSCOPE_KILL_ROUNDS`, or a few.
    public static func rounds(orJust few: Int) -> Int { number("MICROSCOPE_KILL_ROUNDS") ?? few }
    /// The seed, `MICROSCOPE_FUZZ_SEED`: another run, other inputs; a failure names it.
    public static var seed: UInt64 { UInt64(number("MICROSCOPE_FUZZ_SEED") ?? 1) }
    /// Whether a sanitizer runs: those keep what was freed, so that memory says nothing.
    public static var isSanitized: Bool { ProcessInfo.processInfo.environment["MICROSCOPE_SANITIZER"] != nil }
    /// Whether a program that a test starts can report how much memory it took. In a process of its own: other tests run beside this one.
    public static var measuresMemory: Bool {
        !isSanitized && FileManager.default.fileExists(atPath: "/proc/self/status")
    }
}
