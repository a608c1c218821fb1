import Foundation

extension UnsafeRawBufferPointer {
    func starts(with text: StaticString) -> Bool { has(text, at: 0) }
    func ends(with text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

    private func has(_ text: StaticString, at offset: Int) -> Bool {
        let size = text.utf8CodeUnitCount
        guard let start = baseAddress, offset >= 0, count - offset >= size else { return size == 0 }
        return memcmp(start + offset, text.utf8Start, size) == 0
    }
}
