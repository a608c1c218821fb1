extension BodyDocument {
    /// Lays out the lines that rows show, those of folds with a summary of the hidden lines: `"items": […] 3 items`.
    ///
    /// - Parameters:
    ///   - rows: The rows, 0-based; those after the last line are left out.
    ///   - columns: The columns, see ``lines(_:columns:)``.
    ///   - ellipsis: The replacement of hidden lines. Default: `…`.
    public func lines(
        ofRows rows: Range<Int>, folding: Folding, columns: Range<Int> = 0..<4096, ellipsis: String = "…"
    ) -> [BodyLine] {
        guard !folding.isEmpty else { return lines(rows, columns: columns) }
        let rows = rows.clamped(to: 0..<folding.rowCount(ofLines: lineCount))
        var lines: [BodyLine] = []
        var row = rows.lowerBound
        while row < rows.upperBound {
            let first = folding.line(ofRow: row)
            if let fold = folding.fold(at: first) {
                lines += line(of: fold, columns, ellipsis)
                row += 1
            } else {
                let count = openRows(row..<rows.upperBound, from: first, folding)
                lines += self.lines(first..<first + count, columns: columns)
                row += count
            }
        }
        return lines
    }

    /// Returns how many rows from the first show consecutive lines that are not folds.
    private func openRows(_ rows: Range<Int>, from first: Int, _ folding: Folding) -> Int {
        let end = rows.dropFirst().first {
            let line = folding.line(ofRow: $0)
            return line != first + $0 - rows.lowerBound || folding.fold(at: line) != nil
        }
        return (end ?? rows.upperBound) - rows.lowerBound
    }

    private func line(of fold: BodyFold, _ columns: Range<Int>, _ ellipsis: String) -> [BodyLine] {
        let lines = lines(fold.openLine..<fold.openLine + 1, columns: 0..<columns.upperBound)
        return lines.map { line in
            var line = line
            if isMarkup, !line.isCut {
                let count = "\(fold.itemCount) \(fold.itemCount == 1 ? "child" : "children")"
                line.runs += [BodyRun("\(ellipsis) \(count)", .summary)]
            } else if !line.isCut, let bracket = line.runs.last?.text {
                let isObject = bracket == "{"
                let noun = isObject ? "member" : "item"
                let count = "\(fold.itemCount) \(noun)\(fold.itemCount == 1 ? "" : "s")"
                line.runs += [
                    BodyRun(ellipsis, .summary), BodyRun(isObject ? "}" : "]", .punctuation),
                    BodyRun(" \(count)", .summary),
                ]
            }
            return line.cropped(to: columns)
        }
    }
}

extension BodyLine {
    /// Returns the line cut to the columns, in scalars.
    fileprivate func cropped(to columns: Range<Int>) -> BodyLine {
        var line = self
        var column = 0
        line.runs = runs.compactMap { run in
            let scalars = run.text.unicodeScalars
            let width = scalars.count
            let visible = (column..<column + width).clamped(to: columns)
            defer { column += width }
            guard !visible.isEmpty else { return nil }
            let text = scalars.dropFirst(visible.lowerBound - column).prefix(visible.count)
            return BodyRun(String(String.UnicodeScalarView(text)), run.token)
        }
        line.isCut = isCut || column > columns.upperBound
        return line
    }
}

extension BodyDocument {
    /// Whether its lines are nested: JSON, XML and HTML.
    public var isStructured: Bool { kind == .json || kind == .jsonLines || isMarkup }
    public var isMarkup: Bool { kind == .xml || kind == .html }

    /// Whether a line, 0-based, is JSON: no line after a fault is.
    public func isJSON(_ line: Int) -> Bool { !isMarkup && hasPlace(line) }

    /// Whether a line, 0-based, has a place in JSON, XML or HTML: no line after a fault has.
    public func hasPlace(_ line: Int) -> Bool {
        isStructured && (0..<index.structuredLineCount).contains(line)
    }
}
