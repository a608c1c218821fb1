import Files
import Foundation
import OpenCollection
import Quoting

/// A step that was made, and the step that takes it back.
struct DoneStep {
    /// The step that takes it back; nil if there is nothing to take back.
    var inverse: TreeStep?
    /// Whether the step made it, so that it may go without the trash.
    var isNew = false
    /// The item that was put into the trash.
    var trashed: (TrashID, ItemPath)?
}

/// Makes the steps of a plan in the open directory of a collection. No link is followed on the way to what is written or removed.
struct CollectionSteps {
    private let editor: CollectionEditor
    private let directory: OpenDirectory

    init(_ editor: CollectionEditor, in directory: OpenDirectory) {
        self.editor = editor
        self.directory = directory
    }

    private var root: URL { editor.root }
    private var loader: CollectionLoader { editor.loader }

    /// - Returns: The text to add to the message of the failure.
    func takeBack(_ done: [DoneStep]) -> String {
        var problems: [String] = []
        for step in done.reversed() {
            guard let inverse = step.inverse else { continue }
            do throws(TreeProblem) {
                if step.isNew, case .discard(let path, _) = inverse {
                    try remove(path)
                } else {
                    _ = try perform(inverse)
                }
            } catch {
                problems.append(error.description)
            }
        }
        if problems.isEmpty { return done.isEmpty ? "" : "; the earlier steps were undone" }
        return "; these earlier steps could not be undone: \(problems.joined(separator: "; "))"
    }

    func perform(_ step: TreeStep) throws(TreeProblem) -> DoneStep {
        switch step {
        case .makeDirectory(let path): return try makeDirectory(path)
        case .removeDirectory(let path):
            let isGone = (try? place(of: path))?.remove(isDirectory: true) == 0
            return DoneStep(inverse: isGone ? .makeDirectory(path) : nil)
        case .create(let path, let text):
            try create(path, text)
            return made(path)
        case .createFolder(let path, let text):
            try createFolder(path, text)
            return made(path)
        case .createTree(let path, let files):
            try saying(path, "made") { () throws(FileError) in try NewTree(files).write(to: place(of: path)) }
            return made(path)
        case .rewrite(let path, let old, let new): return try rewrite(path, old, new)
        case .move(let path, let target):
            try saying(path, "moved") { () throws(FileError) in
                try editor.mover.move(place(of: path), to: place(of: target))
            }
            return DoneStep(inverse: .move(target, to: path))
        case .copy(let path, let target):
            try saying(path, "copied") { () throws(FileError) in
                try editor.mover.copy(place(of: path), to: place(of: target))
            }
            return made(target)
        case .discard(let path, let made): return try discard(path, ifStill: made)
        case .restore(let id, let path):
            try saying(path, "restored") { () throws(FileError) in
                try editor.trash.restore(id, to: place(of: path))
            }
            return made(path, isNew: false)
        case .keep(let path, let files): return try keep(path, files)
        case .movePrivateValues(let name, let new): return try movePrivateValues(name, new)
        case .copyIn(let place, let path):
            try saying(path, "copied") { () throws(FileError) in
                try editor.mover.copy(FilePlace(path: place), to: self.place(of: path))
            }
            return made(path)
        case .copySecrets(let name, let origin): return try copySecrets(name, from: origin)
        }
    }

    // MARK: - Steps

    private func place(of path: ItemPath) throws(FileError) -> FilePlace { try directory.place(of: path) }

    /// Returns a step that made an item, which is taken back as long as the item is as it is now.
    private func made(_ path: ItemPath, isNew: Bool = true) -> DoneStep {
        DoneStep(inverse: .discard(path, ifStill: try? place(of: path).digest()), isNew: isNew)
    }

    private func makeDirectory(_ path: ItemPath) throws(TreeProblem) -> DoneStep {
        var isNew = true
        try saying(path, "made") { () throws(FileError) in
            let place = try place(of: path)
            isNew = place.kind != S_IFDIR
            if isNew { try place.makeDirectory() }
        }
        return DoneStep(inverse: isNew ? .removeDirectory(path) : nil)
    }

    private func create(_ path: ItemPath, _ text: String) throws(TreeProblem) {
        try saying(path, "made") { () throws(FileError) in
            try AtomicFile.create(Data(text.utf8), at: place(of: path))
        }
    }

    private func createFolder(_ path: ItemPath, _ text: String) throws(TreeProblem) {
        try saying(path, "made") { () throws(FileError) in try place(of: path).makeDirectory() }
        do throws(TreeProblem) {
            try create(path.folderFile, text)
        } catch {
            _ = (try? place(of: path))?.remove(isDirectory: true)
            throw error
        }
    }

    private func rewrite(_ path: ItemPath, _ old: String, _ new: String) throws(TreeProblem) -> DoneStep {
        let current = try text(of: path, orNothing: old.isEmpty)
        guard let text = TextChange.making(old, new, in: current) else {
            throw TreeProblem("\(path) was changed meanwhile, in the lines concerned; look at it and do it by hand")
        }
        try saying(path, "written") { () throws(FileError) in
            if text.isEmpty, path == CompanionFile.path { return try editor.mover.remove(place(of: path)) }
            if !text.utf8.elementsEqual(current.utf8) {
                try AtomicFile.write(Data(text.utf8), to: loader.file(at: path, in: directory))
            }
        }
        return DoneStep(inverse: .rewrite(path, from: text, to: current))
    }

    /// - Parameter isNothing: Whether a file that is not there counts as empty, as `microscope.yaml` does.
    private func text(of path: ItemPath, orNothing isNothing: Bool) throws(TreeProblem) -> String {
        var file: FilePlace?
        try saying(path, "read") { () throws(FileError) in
            let place = try loader.file(at: path, in: directory)
            if !isNothing || place.kind != nil { file = place }
        }
        guard let file else { return "" }
        do throws(FileProblem) {
            return try loader.text(of: path, at: file)
        } catch {
            throw TreeProblem("\(path): \(error.message)")
        }
    }

    /// - Parameter made: The content that it must still have; nil: any.
    private func discard(_ path: ItemPath, ifStill made: ItemDigest?) throws(TreeProblem) -> DoneStep {
        let policies = loader.companion().0.policies(of: path)
        do {
            let place = try place(of: path)
            guard place.kind != nil else { throw TreeProblem("\(path) no longer exists") }
            if let made, try place.digest() != made {
                throw TreeProblem(
                    "\(path) was changed since it was made, so it stays; delete it if it is not needed")
            }
            let id = try editor.trash.put(place, path: path, of: root, policies: policies)
            return DoneStep(inverse: .restore(id, to: path), trashed: (id, path))
        } catch let error as TreeProblem {
            throw error
        } catch {
            throw TreeProblem("\(path) could not be moved to the trash: \(CollectionEditor.reason(error))")
        }
    }

    private func keep(_ path: ItemPath, _ files: [ItemPath: String]) throws(TreeProblem) -> DoneStep {
        let policies = loader.companion().0.policies(of: path)
        do {
            return DoneStep(trashed: (try editor.trash.keep(files, path: path, of: root, policies: policies), path))
        } catch {
            throw TreeProblem("\(path) could not be copied to the trash: \(CollectionEditor.reason(error))")
        }
    }

    private func movePrivateValues(_ name: String, _ new: String) throws(TreeProblem) -> DoneStep {
        do {
            try editor.privateValues.move(from: name, to: new, collection: root.path)
            return DoneStep(inverse: .movePrivateValues(from: new, to: name))
        } catch {
            throw TreeProblem(
                "what is kept for \(name) could not be kept for \(new): \(CollectionEditor.reason(error))")
        }
    }

    /// Copies secrets; taking the step back keeps them, since no file holds them.
    private func copySecrets(_ name: String, from origin: String) throws(TreeProblem) -> DoneStep {
        do {
            try editor.privateValues.secrets.copy(name, from: origin, to: root.path)
            return DoneStep()
        } catch {
            throw TreeProblem("the secrets kept for \(name) could not be copied: \(CollectionEditor.reason(error))")
        }
    }

    private func remove(_ path: ItemPath) throws(TreeProblem) {
        try saying(path, "removed again") { () throws(FileError) in try editor.mover.remove(place(of: path)) }
    }

    // MARK: - Failures

    /// Reports a failure of the system as a sentence.
    private func saying(_ path: ItemPath, _ action: String, _ work: () throws(FileError) -> Void) throws(TreeProblem) {
        do throws(FileError) {
            try work()
        } catch {
            let base = loader.directory.path + "/"
            let name = error.path.droppingBytes(before: base)
            switch error.code {
            case EEXIST: throw TreeProblem("\(name) already exists")
            case ENOENT, ENOTDIR:
                throw TreeProblem("\(path) could not be \(action): it, or the folder for it, no longer exists")
            default: throw TreeProblem("\(path) could not be \(action): \(error)")
            }
        }
    }
}
