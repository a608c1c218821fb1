/// A JSON array of records, of exactly the length asked for, made piece by piece.
///
/// The records hold what breaks viewers: nesting, `1.50` and `1E-7`, integers beyond 64 bits, escapes, text outside
/// ASCII and outside the Basic Multilingual Plane. A text of dots fills up the end.
final class JSONRecords: ByteStream {
    /// The possible lengths in bytes; the shortest is `[]`.
    static let lengths = 2...(1 << 40)

    let length: Int?
    private var rest: Int
    private var nextRecord = 1
    private var pending: [UInt8] = [UInt8(ascii: "[")]
    private var pendingOffset = 0
    private var isClosed = false

    init(length: Int) {
        self.length = length
        rest = length
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep {
        guard rest > 0 else { return .end }
        return .wrote(fill(buffer))
    }

    /// - Returns: Number of bytes written: all the buffer holds, or the rest.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, rest > 0 {
            if pendingOffset == pending.count { makeMore() }
            let piece = pending[pendingOffset...].prefix(min(buffer.count - filled, rest))
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: piece)
            filled += piece.count
            pendingOffset += piece.count
            rest -= piece.count
        }
        return filled
    }

    /// Puts the next record into `pending`, or the end when no whole record fits any more.
    private func makeMore() {
        pending.removeAll(keepingCapacity: true)
        pendingOffset = 0
        appendRecord()
        guard isClosed || pending.count + 1 > rest else {
            nextRecord += 1
            return
        }
        isClosed = true
        pending.removeAll(keepingCapacity: true)
        appendFiller()
        pending.append(UInt8(ascii: "]"))
    }

    /// Fills up to the closing bracket: with a text as last element, or with white space where that does not fit.
    private func appendFiller() {
        let quotes = Array((nextRecord > 1 ? ",\n\"\"" : "\"\"").utf8)
        let space = rest - 1 - quotes.count
        guard space >= 0 else {
            return pending.append(contentsOf: repeatElement(UInt8(ascii: " "), count: rest - 1))
        }
        pending.append(contentsOf: quotes.dropLast())
        pending.append(contentsOf: repeatElement(UInt8(ascii: "."), count: space))
        pending.append(UInt8(ascii: "\""))
    }

    private func appendRecord() {
        if nextRecord > 1 { pending.append(UInt8(ascii: ",")) }
        for (index, piece) in Self.pieces.enumerated() {
            if index > 0 { appendDecimal(nextRecord) }
            pending.append(contentsOf: piece)
        }
    }

    private func appendDecimal(_ number: Int) {
        let start = pending.count
        var rest = number
        repeat {
            pending.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        pending[start...].reverse()
    }

    /// One record; its number goes between the pieces.
    private static let pieces: [[UInt8]] = [
        #"\#n{"id":"#,
        #","name":"Zoë Ångström "#,
        #"","email":"user"#,
        #"@example.com","big":1234567890123456789012"#,
        #","price":1.50,"ratio":1E-7,"minusZero":-0,"count":6.02e+23,"escapes":"tab\t quote\" slash\/ \u00e9 \ud83d\ude00","#
            + #""text":"日本語 العربية 😀","active":true,"nothing":null,"tags":["a","b",["c",[]]],"#
            + #""nested":{"level":1,"inner":{"level":2,"position":"#,
        #","empty":{}}}}"#,
    ].map { Array($0.utf8) }
}
