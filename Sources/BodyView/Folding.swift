/// A container whose lines are hidden, except the one that opens it.
public struct BodyFold: Sendable, Hashable {
    /// The line that opens it, 0-based: it stays visible.
    public var openLine: Int
    /// The line that closes it: the last one hidden.
    public var closeLine: Int
    /// The number of members or elements.
    public var itemCount: Int

    public init(openLine: Int, closeLine: Int, itemCount: Int) {
        self.openLine = openLine
        self.closeLine = closeLine
        self.itemCount = itemCount
    }

    var hiddenLines: Int { closeLine - openLine }
}

/// The hidden lines of a body, and so the row in which each of the others is shown.
///
/// A value, cheap to copy and to change with a million folds: they are stored in pieces, and a change replaces a few pieces. Lines and rows
/// are 0-based. Folds within a container that is folded later are restored with it.
public struct Folding: Sendable {
    /// The pieces, in order, none within another.
    private var pieces: [Piece] = []
    /// The number of lines hidden before each piece.
    private var hiddenBefore: [Int] = []
    /// The folds within a fold, by the fold's opening line.
    private var inside: [Int: Folding] = [:]
    static let pieceCount = 512

    private struct Piece: Sendable {
        let folds: [BodyFold]
        let hiddenLines: Int

        init(_ folds: some Sequence<BodyFold>) {
            self.folds = Array(folds)
            hiddenLines = self.folds.reduce(0) { $0 + $1.hiddenLines }
        }
    }

    public init() {}

    /// - Parameter folds: The folds, in order, none within another.
    public init(_ folds: [BodyFold]) {
        for start in stride(from: 0, to: folds.count, by: Self.pieceCount) {
            append(folds[start..<min(start + Self.pieceCount, folds.count)])
        }
    }

    private init(pieces: [Piece], inside: [Int: Folding]) {
        self.inside = inside
        setPieces(pieces)
    }

    /// Appends folds after all others; a piece's number at once is best.
    mutating func append(_ folds: some Sequence<BodyFold>) {
        let piece = Piece(folds)
        guard !piece.folds.isEmpty else { return }
        hiddenBefore.append(hiddenLines)
        pieces.append(piece)
    }

    public var isEmpty: Bool { pieces.isEmpty }
    /// The number of visible folds.
    public var count: Int { pieces.reduce(0) { $0 + $1.folds.count } }
    private var hiddenLines: Int { (hiddenBefore.last ?? 0) + (pieces.last?.hiddenLines ?? 0) }

    /// Returns the number of rows for `lineCount` lines.
    ///
    /// - Parameter lineCount: The number of lines; at least as many as the folds include.
    public func rowCount(ofLines lineCount: Int) -> Int { max(0, lineCount - hiddenLines) }

    /// Returns the fold with this opening line if that is visible.
    public func fold(at line: Int) -> BodyFold? { last(atOrBefore: line).flatMap { $0.openLine == line ? $0 : nil } }

    /// Returns the line that is shown in a line's place: itself, or the opening line of the fold that hides it.
    public func shownLine(for line: Int) -> Int {
        guard let fold = last(atOrBefore: line), line <= fold.closeLine else { return line }
        return fold.openLine
    }

    /// Returns the row in which a line, or the fold that hides it, is shown.
    public func row(ofLine line: Int) -> Int {
        let line = shownLine(for: line)
        guard let piece = lastPiece(where: { $0.openLine < line }) else { return line }
        let hidden = pieces[piece].folds.prefix { $0.openLine < line }.reduce(0) { $0 + $1.hiddenLines }
        return line - hiddenBefore[piece] - hidden
    }

    /// Returns the line that a row shows.
    public func line(ofRow row: Int) -> Int {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            // The row of the piece's first fold.
            let first = (pieces[middle].folds.first?.openLine ?? 0) - hiddenBefore[middle]
            if first < row { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return row }
        var line = row + hiddenBefore[low - 1]
        for fold in pieces[low - 1].folds {
            guard fold.openLine < line else { break }
            line += fold.hiddenLines
        }
        return line
    }

    // MARK: - Changing

    /// Folds a container; does nothing if it is folded already, or hidden in another.
    public mutating func fold(_ fold: BodyFold) {
        guard shownLine(for: fold.openLine) == fold.openLine, self.fold(at: fold.openLine) == nil,
            fold.hiddenLines > 0
        else { return }
        let start = place { $0.openLine < fold.openLine }
        let end = place { $0.openLine <= fold.closeLine }
        let isWithin = { (line: Int) in line > fold.openLine && line <= fold.closeLine }
        let within = Folding(pieces: pieces(from: start, to: end), inside: inside.filter { isWithin($0.key) })
        inside = inside.filter { !isWithin($0.key) }
        replace(start, end, with: [Piece([fold])])
        if !within.isEmpty { inside[fold.openLine] = within }
    }

    /// Unfolds the container with this opening line; folds in it stay.
    public mutating func unfold(at line: Int) {
        guard fold(at: line) != nil else { return }
        let start = place { $0.openLine < line }
        let end = place { $0.openLine <= line }
        let within = inside.removeValue(forKey: line)
        replace(start, end, with: within?.pieces ?? [])
        if let within { inside.merge(within.inside) { $1 } }
    }

    // MARK: - Pieces

    private func last(atOrBefore line: Int) -> BodyFold? {
        guard let piece = lastPiece(where: { $0.openLine <= line }) else { return nil }
        return pieces[piece].folds.last { $0.openLine <= line }
    }

    /// Returns the last piece whose first fold meets the condition.
    private func lastPiece(where isInFront: (BodyFold) -> Bool) -> Int? {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].folds.first.map(isInFront) == true { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// A place among the folds: before a fold of a piece, or after its last one.
    private struct Place {
        var piece = 0
        var index = 0
    }

    /// Returns the place after the folds that meet the condition.
    private func place(where isInFront: (BodyFold) -> Bool) -> Place {
        guard let piece = lastPiece(where: isInFront) else { return Place() }
        return Place(piece: piece, index: pieces[piece].folds.prefix(while: isInFront).count)
    }

    private func pieces(from start: Place, to end: Place) -> [Piece] {
        guard !pieces.isEmpty else { return [] }
        guard start.piece < end.piece else {
            return Self.pieces([Piece(pieces[start.piece].folds[start.index..<end.index])])
        }
        let first = Piece(pieces[start.piece].folds[start.index...])
        return Self.pieces(
            [first] + pieces[(start.piece + 1)..<end.piece] + [Piece(pieces[end.piece].folds[..<end.index])])
    }

    private static func pieces(_ pieces: [Piece]) -> [Piece] { pieces.filter { !$0.folds.isEmpty } }

    /// Replaces folds. Whole pieces stay as they are; the rest of the two that are cut is joined with the new folds if those are few.
    private mutating func replace(_ start: Place, _ end: Place, with new: [Piece]) {
        let before = pieces.isEmpty ? [] : pieces[start.piece].folds[..<start.index]
        let behind = pieces.isEmpty ? [] : pieces[end.piece].folds[end.index...]
        let joined = Piece(before + (new.count == 1 ? new[0].folds : []) + behind)
        let fits = new.count <= 1 && joined.folds.count <= Self.pieceCount
        let changed = fits ? [joined] : [Piece(before)] + new + [Piece(behind)]
        setPieces(
            pieces[..<start.piece] + Self.pieces(changed) + pieces[min(end.piece + 1, pieces.count)...])
    }

    private mutating func setPieces(_ pieces: some Sequence<Piece>) {
        self.pieces = Array(pieces)
        var hidden = 0
        hiddenBefore = self.pieces.map { piece in
            defer { hidden += piece.hiddenLines }
            return hidden
        }
    }
}
