import Foundation
import ScriptWorker

// "confined": what the system still lets a confined process do, a word for each; else the worker itself.
guard CommandLine.arguments.dropFirst().first == "confined" else { exit(ScriptWorkerProgram.run()) }
guard ScriptConfinement.begin() else {
    print("not confined: \(String(cString: strerror(errno)))")
    exit(0)
}

@Sendable func report(_ name: String, _ result: Int32) { print(name, result < 0 ? "refused" : "allowed") }

report("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
report("write", open("/tmp/microscope-script-probe", O_WRONLY | O_CREAT, 0o600))
report("append", open("/tmp", O_RDWR | O_APPEND))
report("read", open("/dev/null", O_RDONLY))
report("remove", unlink("/tmp/microscope-script-probe-that-is-missing") == 0 || errno != EPERM ? 0 : -1)
var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
report("fork", { posix_spawn(nil, "/bin/true", nil, nil, arguments, nil) == 0 ? 0 : -1 }())
report("exec", execv("/bin/true", arguments))
report("kill", kill(getppid(), 0))
let end = DispatchSemaphore(value: 0)
Thread {
    report("thread", 0)
    end.signal()
}.start()
end.wait()
