import Files
import Foundation
public import OpenCollection
import Quoting

extension CollectionSources {
    /// Reads what a check looks at below a collection's root, as deep as loading goes; links to directories are not followed.
    ///
    /// - Parameter gate: says which links out of the collection may be followed; nil: all.
    /// - Throws: ``FileProblem`` when `opencollection.yml` or the directory itself cannot be read.
    public init(root: URL, gate: TrustGate? = nil) throws(FileProblem) {
        let loader = CollectionLoader(root: root, gate: gate)
        _ = try loader.text(of: ItemPath(CollectionLocation.rootFile))
        let paths = Self.paths(below: root)
        self.init(
            files: paths.concurrentMap(with: {}) { path, _ in Self.file(path, loader) },
            problems: Self.problems(ofPairsIn: root),
            exists: { path in
                let isAbsolute = path.utf8.first == UInt8(ascii: "/")
                return FileManager.default.fileExists(atPath: isAbsolute ? path : root.path + "/" + path)
            })
    }

    private static func file(_ path: ItemPath, _ loader: CollectionLoader) -> File {
        guard isYAML(path.text) else { return File(path, .notRead) }
        do throws(FileProblem) {
            return File(path, .text(try loader.text(of: path)))
        } catch {
            guard error.outside != nil else { return File(path, .unreadable(error.message)) }
            let fix = "check its target; microscope trust --agree allows reading it"
            return File(path, .unreadable(error.message, fix: fix))
        }
    }

    /// Returns the problems of the collection's `.env`; a link out of the collection is not followed.
    private static func problems(ofPairsIn root: URL) -> [CheckProblem] {
        let path: ItemPath = ".env"
        guard let file = try? OpenDirectory(root.path).file(at: path), file.kind != nil else { return [] }
        do throws(FileError) {
            var reader = FileReader()
            let text = String(decoding: try reader.read(file, limit: .pairs), as: UTF8.self)
            return DotEnv(text).warnings.map { warning in
                let parts = warning.message.split(separator: "; ", maxSplits: 1).map(String.init)
                return CheckProblem(
                    .warning, .syntax, path: path, line: warning.line, message: parts[0], fix: parts.last ?? "")
            }
        } catch {
            return [
                CheckProblem(
                    .error, .unreadable, path: path, message: error.reason, fix: "nothing of it is read before")
            ]
        }
    }

    // MARK: - Directories

    private static func paths(below root: URL) -> [ItemPath] {
        var found: [ItemPath] = []
        var open: [(path: ItemPath, depth: Int)] = [(.root, 0)]
        while let (folder, depth) = open.popLast() {
            let directory = folder == .root ? root.path : root.path + "/" + folder.text
            for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
                let path = folder.appending(name)
                var info = stat()
                guard lstat("\(directory)/\(name)", &info) == 0 else { continue }
                if info.st_mode & S_IFMT == S_IFDIR {
                    let isEntered =
                        depth + 1 < ItemPath.maximumDepth && !CollectionLoader.ignored.contains(name)
                    if isEntered { open.append((path, depth + 1)) }
                } else if isLookedAt(name) {
                    found.append(path)
                }
            }
        }
        return found.sorted()
    }

    private static func isLookedAt(_ name: String) -> Bool {
        name.endsWithBytes(of: ".bru") || isYAML(name)
    }

    /// Whether it may be meant as a file of the collection, even in capitals.
    private static func isYAML(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.endsWithBytes(of: ".yml") || name.endsWithBytes(of: ".yaml")
    }
}
