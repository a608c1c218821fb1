public import OpenCollection

extension CollectionEditor {
    /// Plans other texts for files; those of a collection in one file are parts of it.
    ///
    /// - Parameter files: Each with the text that it must still have.
    /// - Throws: ``TreeProblem`` if one of them has another text by now, or the change cannot be written.
    public func plan(rewriting files: [(path: ItemPath, old: String, new: String)]) throws(TreeProblem) -> TreePlan {
        guard let (first, name) = try bundledFile() else {
            return TreePlan(steps: files.map { .rewrite($0.path, from: $0.old, to: $0.new) })
        }
        var bundle = first
        do throws(FileProblem) {
            for file in files {
                var text = file.new
                if file.path != ItemPath.root.folderFile {
                    guard case .bundle(let edited) = try bundle.replacing(file.path, with: text, expecting: file.old)
                    else { throw FileProblem(path: file.path, message: "it was changed meanwhile; look at it again") }
                    text = edited.text
                }
                guard let next = try CollectionBundle(text: text, path: name) else { continue }
                bundle = next
            }
        } catch {
            throw TreeProblem(error)
        }
        return TreePlan(steps: [.rewrite(name, from: first.text, to: bundle.text)])
    }
}
