// swift-tools-version: 6.0
import PackageDescription

let library: [Target.Dependency] = [
    .product(name: "MicroClient", package: "Microscope"),
    .product(name: "MicroClientCurl", package: "Microscope"),
]

let package = Package(
    name: "MicroscopeBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Microscope", path: "..")],
    targets: [
        .target(name: "Senders", dependencies: library),
        .executableTarget(name: "requests", dependencies: ["Senders"] + library),
        .executableTarget(name: "additions", dependencies: ["Senders"] + library),
        .executableTarget(name: "transfers", dependencies: library),
        // Counts what it allocates, which slows it down: so it is a program of its own.
        .target(name: "CAllocationCount"),
        .executableTarget(name: "allocations", dependencies: ["Senders", "CAllocationCount"] + library),
    ],
    swiftLanguageModes: [.v6]
)
