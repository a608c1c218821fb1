import Foundation

/// What a worker may use. Past it, it is ended.
public struct WorkerLimits: Sendable, Hashable {
    /// Address space, in bytes. Default: 4 GiB. For 131 MB of small objects 1.5 GiB were too few for libjq 1.6.
    public var memory = 4 << 30
    /// In seconds of processor time. Default: 60.
    public var processorSeconds = 60
    /// In bytes of output; what comes after is left out. Default: 256 MiB.
    public var outputBytes = 256 << 20
    /// Values of output; what comes after is left out. Default: a million.
    public var outputValues = 1_000_000

    public init() {}

    /// Binds this process: no files, no further memory or time than these. What is open stays so.
    ///
    /// - Returns: whether the system took all of it.
    func bind() -> Bool {
        Self.closeAll()
        return Self.limit(Self.addressSpace, memory) && Self.limit(Self.processorTime, processorSeconds)
            && Self.limit(Self.openFiles, 0) && Self.limit(Self.fileSize, 0) && Self.limit(Self.coreSize, 0)
    }

    /// All but input, output and reports: the program's own are marked to be closed, others' may not be.
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
