public import Exchanges

/// Numbers and times as a person reads them, the same on the screen as on the command line.
public typealias Wording = Exchanges.Wording

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
