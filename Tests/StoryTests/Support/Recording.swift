import Foundation
import TestSupport
import Testing
import TextGrid

/// A story as a moving picture and as a recording for terminals. `Scripts/make-pictures` sets MICROSCOPE_PICTURES to their directory; without it,
/// they are made and not kept.
final class Recording {
    private let name: String
    private let title: String
    private let size: Size
    private var frames: [SVGRecording.Frame] = []
    /// The events as asciicast v2 has them: seconds, and what was written.
    private var events: [(seconds: Double, output: [UInt8])] = []
    private var seconds = 0.0
    /// The number of bytes of each session's output that are in the events.
    private var written: [ObjectIdentifier: Int] = [:]

    /// - Parameters:
    ///   - name: The name of the files.
    ///   - title: A sentence that says what it shows.
    init(_ name: String, title: String, size: Size = .small) {
        (self.name, self.title, self.size) = (name, title, size)
    }

    /// Adds the screen as it is now.
    ///
    /// - Parameters:
    ///   - keys: The keys that were typed just now.
    ///   - seconds: The time that it is to be seen.
    func shoot(_ session: TerminalSession, keys: String = "", _ caption: String = "", seconds: Double = 2) {
        _ = session.screenText
        let (grid, palette) = session.screen.picture
        frames.append(
            SVGRecording.Frame(grid, palette, keys: keys, caption: caption, tenths: Int((seconds * 10).rounded())))
        let before = written[ObjectIdentifier(session)] ?? 0
        events.append((self.seconds, Array(session.output[before...])))
        written[ObjectIdentifier(session)] = session.output.count
        self.seconds += seconds
    }

    /// The limit in bytes of a picture: those on a page about the program are loaded by everyone who looks at it.
    private static let mostBytes = 300_000

    func keep() throws {
        let svg = SVGRecording(title: title, frames).svg
        #expect(svg.utf8.count < Self.mostBytes, "\(name): \(svg.utf8.count) bytes")
        guard let path = ProcessInfo.processInfo.environment["MICROSCOPE_PICTURES"] else { return }
        let directory = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(svg.utf8).write(to: directory.appendingPathComponent("\(name).svg"))
        try cast().write(to: directory.appendingPathComponent("\(name).cast"))
    }

    /// Returns the recording for `asciinema play`. - Source: docs.asciinema.org, asciicast v2.
    private func cast() throws -> Data {
        let head = CastHead(version: 2, width: size.columns, height: size.rows, title: title)
        var lines = [try Self.line(head)]
        for event in events {
            lines.append(
                try Self.line([
                    CastPart.number(event.seconds), .text("o"), .text(String(decoding: event.output, as: UTF8.self)),
                ]))
        }
        // So that the last frame is seen as long as it is in the picture.
        lines.append(try Self.line([CastPart.number(seconds), .text("o"), .text("")]))
        return Data(lines.joined(separator: "\n").utf8) + Data("\n".utf8)
    }

    private static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private struct CastHead: Encodable {
        var version, width, height: Int
        var title: String
    }

    private enum CastPart: Encodable {
        case number(Double)
        case text(String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }
}
