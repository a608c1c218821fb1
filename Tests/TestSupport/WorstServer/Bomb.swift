import Foundation

/// Bodies that are far longer when decoded.
public enum Bomb {
    /// "hello, worst server".
    static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0x28, 0xCF, 0x2F, 0x2A,
        0x2E,
        0x51, 0x28, 0x4E, 0x2D, 0x2A, 0x4B, 0x2D, 0x02, 0x00, 0x9C, 0xD0, 0xB7, 0x25, 0x13, 0, 0, 0,
    ]

    // MARK: gzip, by hand: one block of fixed codes; a zero, then "258 bytes more of the last one" in 13 bits, again and again.

    /// The head, the block's start and the first zero: 11 bits, and the first 5 of what repeats.
    static let gzipStart: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF] + bits(first + Array(again.prefix(5)))
    /// Half a million bytes of zeros, to be repeated at will.
    static let gzipZeros = [[UInt8]](repeating: bits(shifted), count: 256).flatMap { $0 }

    /// Last block, fixed codes, literal 0.
    private static let first = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    /// Length 258 (code 285), distance 1 (code 0).
    private static let again = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
    private static let shifted =
        again.dropFirst(5) + [[Int]](repeating: again, count: 7).flatMap { $0 } + again.prefix(5)

    private static func bits<Bits: Collection>(_ bits: Bits) -> [UInt8] where Bits.Element == Int {
        var bytes = [UInt8](repeating: 0, count: bits.count / 8)
        for (place, bit) in bits.enumerated() { bytes[place / 8] |= UInt8(bit) << UInt8(place % 8) }
        return bytes
    }

    // MARK: zstd, by hand: blocks that say "128 KiB of this byte" (RFC 8878, section 3.1.1.2).

    /// A window of 128 KiB, no length.
    static let zstdStart: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
    static let zstdZeros = [[UInt8]](repeating: [0x02, 0x00, 0x10, 0x00], count: 4096).flatMap { $0 }

    // MARK: Made by the programs gzip and brotli

    /// 256 MB of zeros.
    static let gzipTwice = decoded(
        """
        H4sIAAAAAAACA+3doc7TUBzG4ZVWfEG0nZiqoAJFQGFmlqxmemLoZhewSyBrskxhuAk0qgoDbnew4XYBBLGQqYXynd7FCc+jjv7pN+f/6tPT
        JHiR/vqRJM+P7vPfr7+fXk4AAAAAAAAAgMh1Pw9pGANM6uG8Wn8AAAAAAAAAAGK3LfJsHAU82qqRAwAAAAAAAACid1zMy/GHgNt+l8kBAAAA
        AAAAANGb3a/LcQtwGvrpRg8AAAAAAAAAiN7lkCZhC1AP59VaDgAAAAAAAACI3rbIs7AF6B5t1cgBAAAAAAAAANE7LubleCTgtt9lcgAAAAAA
        AABA9Gb363LcApyGfrrRAwAAAAAAAACidzmkSdgC1MN5tZYDAAAAAAAAAKK3LfIsbAG6R1s1cgAAAAAAAABA9I6LeTkeCbjtd5kcAAAAAAAA
        ABC92f26HLcAp6GfbvQAAAAAAAAAgOhdDmkStgD1cF6t5QAAAAAAAACA6G2LPAtbgO7RVo0cAAAAAAAAABC942JejkcCbvtdJgcAAAAAAAAA
        RG92vy7HLcBp6KcbPQAAAAAAAAAgepdDmoQtQD2cV2s5AAAAAAAAACB62yLPwhage7RVIwcAAAAAAAAARO+4mJfjkYDbfpfJAQAAAAAAAADR
        m92vy3ELcBr66UYPAAAAAAAAAIje5ZAmYQtQD+fVWg4AAAAAAAAAiN62yLOwBegebdXIAQAAAAAAAADROy7m5Xgk4LbfZXIAAAAAAAAAQPRm
        9+ty3AKchn660QMAAAAAAAAAonc5pEnYAtTDebWWAwAAAAAAAACity3yLGwBukdbNXIAAAAAAAAAQPSOi3k5Hgm47XeZHAAAAAAAAAAQvdn9
        uhy3AKehn270AAAAAAAAAIDoXQ5pErYA9XBereUAAAAAAAAAgOhtizwLW4Du0VaNHAAAAAAAAAAQvS+L+euwBSj/DP37txMAAAAAAOC/8f3d
        t4/5m+dH+Q8J9uwytvkDAA==
        """)

    /// 1 GB of zeros.
    static let brotli = decoded(
        """
        z///fwAkAOKxQHLv//n//w+ABEAcFoDu/T////8BkACIwwLQvf/n//8/ABIAcVgAuvf//P//B0ACIA4LQPf+n////wBIAMRhAeje//P//x8A
        CYA4LADd+3/+//8DIAEQhwWge//P//9/ACQA4rAAdO//+f//D4AEQBwWgO79P////wGQAIjDAtC9/+f//z8AEgBxWAC69//8//8HQAIgDgtA
        9/6f////AEgAxGEB6N7/8///HwAJgDgsAN37f/7//wMgARCHBaB7/8///38AJADisAB07//5//8PgARAHBaA7v0/////AZAAiMMC0L3/5///
        PwASAHFYALr3//z//wdAAiAOC0D3/p////8ASADEYQHo3v/z//8fAAmAOCwA3ft//v//AyABEIcFoHv/z///fwAkAOKwAHTv//n//w+ABEAc
        FoDu/T////8BkACIwwLQvf/n//8/ABIAcVgAuvf//P//B0ACIA4LQPf+n////wBIAMRhAeje//P//x8ACYA4LADd+3/+//8DIAEQhwWge//P
        //9/ACQA4rAAdO//+f//D4AEQBwWgO79P////wGQAIjDAtC9/+f//z8AEgBxWAC69//8//8HQAIgDgtA9/6f////AEgAxGEB6N7/8///HwAJ
        gDgsAN37f/7//wMgARCHBaB7/8///38AJADisAB07//5//8PgARAHBaA7v0/////AZAAiMMC0L3/5///PwASAHFYALr3//z//wdAAiAOC0D3
        /p////8ASADEYQHo3v/z//8fAAmAOCwA3ft//v//AyABEIcFoHv/z///fwAkAOKwAHTv//n//w+ABEAcFoDu/T////8BkACIwwLQvf/n//8/
        ABIAcVgAuvf//P//B0ACIA4LQPf+n////wBIAMRhAeje//P//x8ACYA4LADd+3/+//8DIAEQhwWge//P//9/ACQA4rAAdO//+f//D4AEQBwW
        gO79P////wGQAIjDAtC9/+f//z8AEgBxWAC69//8//8HQAIgDgtA9/6f////AEgAxGEB6N7/8///HwAJgDgsAN37f/7//wMgARCHBaB7/z8=
        """)

    /// 131 GB of zeros as zstd, which gzip has made small twice. One read of a socket has it all.
    public static let thrice = decoded(
        """
        H4sIAAAAAAACA5Pv5mAAASbmt4cPcjIo8LBsWCxs0Wa/X+9dRes7Rc6U/Zd3ThUNHQWjYBSMglEwCkbBKBgFo2AUjIJRMApGAQh8fc+8Zff9
        02yctgwAV5aeS1QPAAA=
        """)

    private static func decoded(_ base64: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
