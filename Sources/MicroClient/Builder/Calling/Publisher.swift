#if !canImport(Combine)
    import Foundation

    // A subset of Combine's API, enough for the results of calls, for platforms without Combine.

    /// A type that publishes values to its subscribers, then completes.
    public protocol Publisher<Output, Failure> {
        /// The type of the published values.
        associatedtype Output
        /// The type of the error; `Never` if it cannot fail.
        associatedtype Failure: Error
        /// Attaches a subscriber, which receives a subscription first.
        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure
    }

    /// A type that receives values: first the subscription, then as many values as it requests, then at most one completion.
    public protocol Subscriber<Input, Failure> {
        /// The type of the received values.
        associatedtype Input
        /// The type of the error.
        associatedtype Failure: Error
        /// Receives the subscription, in the first call: values arrive when they are requested from it.
        func receive(subscription: any Subscription)
        /// Receives a value; returns how many more are wanted than were requested before.
        func receive(_ input: Input) -> Subscribers.Demand
        /// Receives the completion, in the last call.
        func receive(completion: Subscribers.Completion<Failure>)
    }

    /// An operation that can be cancelled.
    public protocol Cancellable {
        /// Cancels the operation; once it has ended, nothing happens.
        func cancel()
    }

    /// The connection through which a subscriber requests values.
    public protocol Subscription: Cancellable {
        /// Requests more values.
        func request(_ demand: Subscribers.Demand)
    }

    /// The types that publishers and subscribers exchange.
    public enum Subscribers {
        /// The number of values that a subscriber can receive.
        public struct Demand: Sendable, Hashable, Comparable {
            let count: Int
            /// An unlimited number of values.
            public static let unlimited = Demand(count: .max)
            /// No more values.
            public static let none = Demand(count: 0)
            /// Returns a demand for this number of further values.
            public static func max(_ count: Int) -> Demand { Demand(count: count) }
            public static func < (left: Demand, right: Demand) -> Bool { left.count < right.count }
        }

        /// The completion, after which no more values follow.
        public enum Completion<Failure: Error>: Sendable {
            /// All values were published.
            case finished
            /// The publisher failed.
            case failure(Failure)
        }
    }

    /// A value that cancels an operation when it is released.
    public final class AnyCancellable: Cancellable {
        private let onCancel: () -> Void

        /// Creates one with a closure that runs when it is cancelled, and when it is released.
        public init(_ cancel: @escaping () -> Void) { onCancel = cancel }

        deinit { onCancel() }

        /// Cancels the operation.
        public func cancel() { onCancel() }
        /// Stores it in a set, which keeps the operation running.
        public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
    }

    extension AnyCancellable: Hashable {
        public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A publisher that hides the type of another one.
    public struct AnyPublisher<Output, Failure: Error>: Publisher {
        private let publisher: any Publisher<Output, Failure>

        /// Creates a publisher that hides another one's type.
        public init<Upstream: Publisher>(_ publisher: Upstream)
        where Upstream.Output == Output, Upstream.Failure == Failure {
            self.publisher = publisher
        }

        /// Passes the subscriber to the wrapped publisher.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            publisher.receive(subscriber: subscriber)
        }
    }

    extension Publisher {
        /// Returns the same publisher, its type hidden.
        public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

        /// Passes every value, and the completion, to closures, until the result is released.
        public func sink(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            let sink = Sink<Output, Failure>(value: receiveValue, completion: receiveCompletion)
            receive(subscriber: sink)
            return AnyCancellable { sink.cancel() }
        }
    }

    extension Publisher where Output: Sendable {
        /// The values as a sequence; each iteration subscribes again.
        public var values: PublisherValues<Self> { PublisherValues(publisher: self) }
    }

    /// The values of a publisher, as a sequence.
    public struct PublisherValues<Upstream: Publisher>: AsyncSequence where Upstream.Output: Sendable {
        public typealias Element = Upstream.Output
        let publisher: Upstream

        public func makeAsyncIterator() -> AsyncThrowingStream<Element, any Error>.Iterator {
            let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
            let sink = Sink<Element, Upstream.Failure> {
                continuation.yield($0)
            } completion: { completion in
                if case .failure(let error) = completion { continuation.finish(throwing: error) }
                continuation.finish()
            }
            continuation.onTermination = { _ in sink.cancel() }
            publisher.receive(subscriber: sink)
            return stream.makeAsyncIterator()
        }
    }

    /// `@unchecked Sendable`: its closures are called by the publisher, one at a time.
    private final class Sink<Input, Failure: Error>: Subscriber, @unchecked Sendable {
        private let value: (Input) -> Void
        private let completion: (Subscribers.Completion<Failure>) -> Void
        private let state = Locked<(subscription: (any Subscription)?, isCancelled: Bool)>((nil, false))

        init(value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
            self.value = value
            self.completion = completion
        }

        func receive(subscription: any Subscription) {
            let isCancelled = state.withLock { state in
                state.subscription = subscription
                return state.isCancelled
            }
            isCancelled ? subscription.cancel() : subscription.request(.unlimited)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            value(input)
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            state.withLock { $0.subscription = nil }
            self.completion(completion)
        }

        func cancel() {
            let subscription = state.withLock { state in
                defer { state = (nil, true) }
                return state.subscription
            }
            subscription?.cancel()
        }
    }
#endif
