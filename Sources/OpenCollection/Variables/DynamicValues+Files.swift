/// Databases and files.
extension DynamicValues {
    static let files: [String: Maker] = [
        "randomDatabaseColumn": { $0.pick(columns) },
        "randomDatabaseType": { $0.pick(columnTypes) },
        "randomDatabaseCollation": { $0.pick(collations) },
        "randomDatabaseEngine": { $0.pick(engines) },
        "randomFileName": { $0.fileName(kinds) },
        "randomFileType": { $0.fileKind(kinds).type },
        "randomFileExt": { $0.fileKind(kinds).ending },
        "randomCommonFileName": { $0.fileName(commonKinds) },
        "randomCommonFileType": { $0.fileKind(commonKinds).type },
        "randomCommonFileExt": { $0.fileKind(commonKinds).ending },
        "randomFilePath": { $0.pick(directories) + "/" + $0.fileName(kinds) },
        "randomDirectoryPath": { $0.pick(directories) },
        "randomMimeType": { $0.fileKind(kinds).mimeType },
    ]

    private static let columns = words(
        """
        address amount avatar balance birthday category city comment country createdAt currency description email enabled
        group height id language lastSeen name note number owner parentId password phone position price quantity rank score
        size status tags title token type updatedAt url version weight width
        """)
    private static let columnTypes = words(
        """
        bigint binary bit blob boolean char date datetime decimal double enum float geometry int mediumint numeric point
        real serial set smallint text time timestamp tinyint varchar
        """)
    private static let collations = words(
        """
        ascii_bin ascii_general_ci cp1250_bin cp1250_general_ci latin1_bin latin1_general_ci utf8_bin utf8_general_ci
        utf8_unicode_ci utf8mb4_bin utf8mb4_general_ci utf8mb4_unicode_ci
        """)
    private static let engines = words("ARCHIVE BLACKHOLE CSV InnoDB MEMORY MyISAM")
    private static let directories = words(
        """
        /bin /boot /dev /etc /etc/defaults /etc/mail /home /lib /media /mnt /net /opt /opt/bin
        /opt/lib /opt/share /private /private/tmp /private/var /root /sbin /srv /sys /tmp /usr /usr/bin /usr/include /usr/lib
        /usr/local/bin /usr/local/src /usr/share /usr/src /var /var/log /var/mail /var/spool /var/tmp
        """)

    private struct FileKind: Sendable {
        let ending: String
        let mimeType: String
        /// The part before the slash.
        var type: String { String(mimeType.prefix { $0 != "/" }) }
    }

    private static let commonKinds = fileKinds(
        """
        gif image/gif  htm text/html  html text/html  jpeg image/jpeg  jpg image/jpeg  m2a audio/mpeg  mp3 audio/mpeg
        mp4 video/mp4  mpeg video/mpeg  pdf application/pdf  png image/png  wav audio/x-wav
        """)
    private static let kinds =
        commonKinds
        + fileKinds(
            """
            avif image/avif  bmp image/bmp  css text/css  csv text/csv  epub application/epub+zip  flac audio/flac
            gz application/gzip  ics text/calendar  js text/javascript  json application/json  md text/markdown
            mov video/quicktime  odt application/vnd.oasis.opendocument.text  ogg audio/ogg  otf font/otf
            rtf application/rtf  svg image/svg+xml  tar application/x-tar  tiff image/tiff  ttf font/ttf  txt text/plain
            wasm application/wasm  webm video/webm  webp image/webp  woff2 font/woff2  xml application/xml
            zip application/zip
            """)

    /// Endings and types in turn.
    private static func fileKinds(_ text: String) -> [FileKind] {
        let all = words(text)
        return stride(from: 0, to: all.count - 1, by: 2).map { FileKind(ending: all[$0], mimeType: all[$0 + 1]) }
    }

    private func fileKind(_ kinds: [FileKind]) -> FileKind { kinds[below(kinds.count)] }

    private func fileName(_ kinds: [FileKind]) -> String {
        let words = (0..<number(in: 1...3)).map { _ in pick([adjective(), noun()]) }
        return words.joined(separator: "_") + "." + fileKind(kinds).ending
    }
}
