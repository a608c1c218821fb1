/// The hash of NTLM, and of nothing else any more: OpenSSL has it only where old algorithms are switched on.
///
/// - Source: RFC 1320.
enum MD4 {
    static func hash(of message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        let padded = padding(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            let words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[start + word * 4 + $1]) << (8 * $1) }
            }
            mix(words, into: &state)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    private static func padding(_ message: [UInt8]) -> [UInt8] {
        let zeros = (119 - message.count % 64) % 64
        let bits = UInt64(message.count) * 8
        return message + [0x80] + [UInt8](repeating: 0, count: zeros)
            + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }

    private struct Round {
        let constant: UInt32
        let shifts: [UInt32]
        let order: [Int]
        let function: @Sendable (UInt32, UInt32, UInt32) -> UInt32
    }

    private static let rounds = [
        Round(constant: 0, shifts: [3, 7, 11, 19], order: Array(0..<16)) { $0 & $1 | ~$0 & $2 },
        Round(
            constant: 0x5A82_7999, shifts: [3, 5, 9, 13],
            order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
        ) { $0 & $1 | $0 & $2 | $1 & $2 },
        Round(
            constant: 0x6ED9_EBA1, shifts: [3, 9, 11, 15],
            order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]
        ) { $0 ^ $1 ^ $2 },
    ]

    private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for round in rounds {
            for (step, word) in round.order.enumerated() {
                let sum = a &+ round.function(b, c, d) &+ words[word] &+ round.constant
                let shift = round.shifts[step % 4]
                (a, b, c, d) = (d, sum << shift | sum >> (32 - shift), b, c)
            }
        }
        for (index, value) in [a, b, c, d].enumerated() { state[index] = state[index] &+ value }
    }
}
