/// The limits of scripts: `scripts` of the user's `config.yaml`, and of `microscope.yaml`, where a collection asks for more.
public struct ScriptSettings: Sendable, Hashable {
    /// The processor time of a script, in seconds; nil if not set.
    public var timeout: Double?
    /// The memory of the scripts of a stage, in MiB; nil if not set.
    public var memory: Double?

    public init() {}

    /// The limits by name, with what they may be.
    public static let ranges: KeyValuePairs<String, ClosedRange<Double>> = ["timeout": 1...600, "memory": 16...4096]

    /// The limit of a name in ``ranges``.
    public subscript(name name: String) -> Double? {
        get { name == "timeout" ? timeout : memory }
        set { if name == "timeout" { timeout = newValue } else { memory = newValue } }
    }

    /// ", for up to 30 s each, with up to 512 MiB"; empty if nothing is set.
    var text: String {
        (timeout.map { ", for up to \(Self.words($0)) s each" } ?? "")
            + (memory.map { ", with up to \(Self.words($0)) MiB" } ?? "")
    }

    /// "0.5" and "600", for the user.
    public static func words(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
