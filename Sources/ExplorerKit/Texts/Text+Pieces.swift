extension Array {
    @inlinable
    package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension String {
    package var trimmingBlanks: String { String(drop { $0 == " " }).trimmingTrailingBlanks }

    /// Asked before the first frame, when types like those of reversed texts would have to be made for it.
    package var trimmingTrailingBlanks: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
