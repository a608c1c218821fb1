extension RandomAccessCollection where Index == Int {
    @inlinable
    package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Array {
    /// Returns the index of the first element that is meant, in an array in which all others come first.
    package func partitioningIndex(where isMeant: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isMeant(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Array where Element: Equatable {
    /// Returns the element `step` places after another, round the ends; from the first on where that is not among them.
    ///
    /// - Precondition: the array is not empty.
    package func element(after other: Element, by step: Int = 1) -> Element {
        self[((firstIndex(of: other) ?? 0) + step + count) % count]
    }
}

extension String {
    package var trimmingSpaces: String { String(drop { $0 == " " }).trimmingTrailingSpaces }

    /// Asked before the first frame, when types like those of reversed texts would have to be made for it.
    package var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
