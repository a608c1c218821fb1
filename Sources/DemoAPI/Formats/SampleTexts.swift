import Foundation

/// The texts that the API serves as samples of their formats.
enum SampleTexts {
    /// Members are not sorted, `name` and `same` come twice, and numbers are spelled in ways that a decoder would lose.
    static let nestedJSON = """
        {
          "zebra": 1,
          "apple": {"name": "first", "name": "second", "deep": {"deeper": {"deepest": [1, [2, [3, []]]]}}},
          "price": 1.50,
          "tiny": 1E-7,
          "huge": 123456789012345678901234567890,
          "minusZero": -0,
          "exponent": 6.02e+23,
          "escapes": "line\\nbreak, \\u00e9 and \\ud83d\\ude00, a slash \\/",
          "text": "Grüße, 世界, مرحبا",
          "same": true,
          "same": false,
          "empty": {"object": {}, "array": [], "text": "", "nothing": null},
          "middle": [{"id": 2}, {"id": 1}]
        }

        """

    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Planets, with their moons -->
        <planets xmlns="urn:demo:planets" count="2">
          <planet name="Earth"><moon radiusInKilometres="1737.4">Moon</moon></planet>
          <planet name="Mars">
            <moon>Phobos</moon>
            <moon>Deimos &amp; dust</moon>
            <note><![CDATA[1 < 2]]></note>
          </planet>
        </planets>

        """

    static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Demo page</title></head>
        <body>
          <h1>A page of the demo API</h1>
          <p>It shows how <em>HTML</em> is displayed: Grüße, 世界.</p>
        </body>
        </html>

        """

    static let brokenXML = """
        <?xml version="1.0"?>
        <planets>
          <planet><name>Earth</name></planet>
          <planet><name>Mars</nmae></planet>
        </planets>

        """

    static let csv = """
        name,radius in km,moons,remark
        Earth,6371,1,"home, so far"
        Mars,3389.5,2,"red, says
        everyone"
        世界,-1,,"a ""world"" of wide characters"
        Pluto,1188.3

        """

    static let charsets = ["utf-8", "iso-8859-1", "windows-1252", "utf-16", "shift_jis"]

    /// Returns the sample in a charset; nil for one that is not in ``charsets``.
    static func encoded(in charset: String) -> [UInt8]? {
        switch charset {
        case "utf-8": Array("Grüße, 世界, мир, مرحبا, 😀\n".utf8)
        case "iso-8859-1": "Grüße aus Köln, déjà vu, ¿qué?\n".unicodeScalars.map { UInt8($0.value) }
        // “Grüße” – 5 €: quotes, dash and euro are where ISO-8859-1 has control characters.
        case "windows-1252":
            [0x93] + "Grüße".unicodeScalars.map { UInt8($0.value) } + [0x94, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80, 0x0A]
        // Little-endian, with its mark.
        case "utf-16": [0xFF, 0xFE] + "Grüße, 世界, 😀\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        // こんにちは、世界
        case "shift_jis":
            [
                0x82, 0xB1, 0x82, 0xF1, 0x82, 0xC9, 0x82, 0xBF, 0x82, 0xCD, 0x81, 0x41, 0x90, 0xA2, 0x8A, 0x45, 0x0A,
            ]
        default: nil
        }
    }
}
