import Foundation

/// The resources that a worker may use. When it exceeds one, it is ended.
public struct WorkerLimits: Sendable, Hashable {
    /// Address space, in bytes. Default: 512 MiB.
    ///
    /// A worker with libjq 1.6 took for `.` of small objects (five members, 80 bytes), measured on Linux: 283 MiB for 10 MB, 1518 MiB for 100 MB,
    /// 3423 MiB for 250 MB; 136 MiB of that are the program's own. A filter may come from another person, with a collection: to allow it more, set
    /// ``memoryVariable``. Plain paths need no worker.
    public var memory = 512 << 20
    /// Processor time in seconds. Default: 10.
    public var processorSeconds = 10
    /// Output in bytes; the rest is left out. Default: 256 MiB.
    public var outputBytes = 256 << 20
    /// Values of output; what comes after is left out. Default: a million.
    public var outputValues = 1_000_000

    public init() {}

    /// The environment variable that gives filters more memory, in MB: "4096".
    public static let memoryVariable = "MICROSCOPE_FILTER_MEMORY"
    /// The environment variable that gives filters more time, in seconds.
    public static let secondsVariable = "MICROSCOPE_FILTER_SECONDS"

    /// Creates the limits of filters from an environment; the default where it has no sensible number.
    public init(environment: [String: String]) {
        func number(_ name: String) -> Int? {
            environment[name].flatMap { Int($0) }.flatMap { 1...(1 << 20) ~= $0 ? $0 : nil }
        }
        if let megabytes = number(Self.memoryVariable) { memory = megabytes << 20 }
        if let seconds = number(Self.secondsVariable) { processorSeconds = seconds }
    }

    /// Binds this process: no files, no further memory or time than these. What is open stays so.
    ///
    /// - Returns: Whether the system took all of it.
    func bind() -> Bool {
        Self.closeAll()
        return Self.limit(Self.addressSpace, memory) && Self.limit(Self.processorTime, processorSeconds)
            && Self.forbidFiles()
    }

    /// Lets this process open no files, and write none.
    package static func forbidFiles() -> Bool {
        limit(openFiles, 0) && limit(fileSize, 0) && limit(coreSize, 0)
    }

    /// Closes all but input, output and reports: the program's own are marked to be closed, others' may not be.
    private static func closeAll() { for descriptor in 3..<Int32(1024) { close(descriptor) } }

    #if canImport(Darwin)
        private typealias Resource = Int32
    #else
        private typealias Resource = __rlimit_resource
    #endif
    private static let addressSpace: Resource = RLIMIT_AS
    private static let processorTime: Resource = RLIMIT_CPU
    private static let openFiles: Resource = RLIMIT_NOFILE
    private static let fileSize: Resource = RLIMIT_FSIZE
    private static let coreSize: Resource = RLIMIT_CORE

    private static func limit(_ resource: Resource, _ amount: Int) -> Bool {
        var limit = rlimit(rlim_cur: rlim_t(amount), rlim_max: rlim_t(amount))
        #if canImport(Darwin)
            return setrlimit(resource, &limit) == 0
        #else
            return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        #endif
    }
}
