import FilterWorker
import Foundation

extension WorkerProgram {
    /// This program, with the word that makes it a worker.
    static func own(_ word: String) -> WorkerProgram {
        #if os(Linux)
            // Also when the file was replaced by a newer one meanwhile.
            let path = "/proc/self/exe"
        #else
            let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
        return WorkerProgram(path: path, words: [word])
    }
}
