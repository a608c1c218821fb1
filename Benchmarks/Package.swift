// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "MicroscopeBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Microscope", path: "..")],
    targets: [
        .executableTarget(
            name: "requests",
            dependencies: [
                .product(name: "MicroClient", package: "Microscope"),
                .product(name: "MicroClientCurl", package: "Microscope"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
