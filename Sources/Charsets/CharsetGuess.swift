internal import CUchardet

/// Guesses a text's charset from its bytes, as browsers do: by the byte sequences that are common in each language.
public enum CharsetGuess {
    /// - Parameter bytes: The beginning of a text; tens of kilobytes are plenty.
    /// - Returns: A name that ``CharsetConverter`` knows; nil if nothing fits.
    /// - Source: uchardet, `uchardet_handle_data`, `uchardet_get_charset`.
    public static func charset(of bytes: [UInt8]) -> String? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        let result = bytes.withUnsafeBytes { buffer in
            uchardet_handle_data(detector, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard result == 0 else { return nil }
        uchardet_data_end(detector)
        let name = uchardet_get_charset(detector).map { String(cString: $0) } ?? ""
        guard !name.isEmpty, (try? CharsetConverter(from: name)) != nil else { return nil }
        return name
    }
}
