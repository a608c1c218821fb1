import Foundation
public import OpenCollection

extension CollectionSources {
    /// Reads what a check looks at below a collection's root, as deep as loading goes; links to directories are not followed.
    ///
    /// - Throws: when `opencollection.yml` or the directory itself cannot be read.
    public init(root: URL) throws(FileProblem) {
        let loader = CollectionLoader(root: root)
        _ = try loader.text(of: ItemPath(CollectionLocation.rootFile))
        let paths = Self.paths(below: root)
        self.init(
            files: paths.concurrentMap(with: {}) { path, _ in Self.file(path, loader) },
            exists: { path in
                let isAbsolute = path.hasPrefix("/")
                return FileManager.default.fileExists(atPath: isAbsolute ? path : root.path + "/" + path)
            })
    }

    private static func file(_ path: ItemPath, _ loader: CollectionLoader) -> File {
        guard path.text.hasSuffix(".yml") || path.text.hasSuffix(".yaml") else { return File(path, .notRead) }
        do throws(FileProblem) {
            return File(path, .text(try loader.text(of: path)))
        } catch {
            return File(path, .unreadable(error.message))
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
                        depth + 1 < CollectionLoader.maximumDepth && !CollectionLoader.ignored.contains(name)
                    if isEntered { open.append((path, depth + 1)) }
                } else if isLookedAt(name) {
                    found.append(path)
                }
            }
        }
        return found.sorted()
    }

    private static func isLookedAt(_ name: String) -> Bool {
        name == "bruno.json" || [".yml", ".yaml", ".bru"].contains { name.hasSuffix($0) }
    }
}
