#if !canImport(Combine)
    import Foundation

    // Where Combine is missing: as much of its face as a call's answer needs.

    /// Gives values to those who subscribe, then an end.
    public protocol Publisher<Output, Failure> {
        /// What it gives.
        associatedtype Output
        /// Why it ends early; `Never` when it does not.
        associatedtype Failure: Error
        /// Attaches a subscriber, which is given a subscription first.
        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure
    }

    /// Is given values: first the subscription, then as many values as it asks for, then at most one end.
    public protocol Subscriber<Input, Failure> {
        /// What it is given.
        associatedtype Input
        /// Why it is given no more.
        associatedtype Failure: Error
        /// The first call: values come when the subscription is asked for them.
        func receive(subscription: any Subscription)
        /// A value; the result is how many more are wanted than were asked for before.
        func receive(_ input: Input) -> Subscribers.Demand
        /// The last call.
        func receive(completion: Subscribers.Completion<Failure>)
    }

    /// Something that runs and can be ended early.
    public protocol Cancellable {
        /// Ends it; once it has ended, nothing happens.
        func cancel()
    }

    /// What a subscriber asks for values by.
    public protocol Subscription: Cancellable {
        /// Asks for so many more values.
        func request(_ demand: Subscribers.Demand)
    }

    /// The words that publishers and subscribers use with each other.
    public enum Subscribers {
        /// How many values a subscriber can take.
        public struct Demand: Sendable, Hashable, Comparable {
            let count: Int
            /// As many as there are.
            public static let unlimited = Demand(count: .max)
            /// No more.
            public static let none = Demand(count: 0)
            /// So many more.
            public static func max(_ count: Int) -> Demand { Demand(count: count) }
            public static func < (left: Demand, right: Demand) -> Bool { left.count < right.count }
        }

        /// No more values follow.
        public enum Completion<Failure: Error>: Sendable {
            /// All values came.
            case finished
            /// The publisher failed.
            case failure(Failure)
        }
    }

    /// Cancels when it is let go.
    public final class AnyCancellable: Cancellable {
        private let onCancel: () -> Void

        /// The closure runs when this is cancelled, and when it is let go.
        public init(_ cancel: @escaping () -> Void) { onCancel = cancel }

        deinit { onCancel() }

        /// Ends what it stands for.
        public func cancel() { onCancel() }
        /// Keeps it, and with it what it stands for, as long as the set has it.
        public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
    }

    extension AnyCancellable: Hashable {
        public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A publisher whose own type does not matter.
    public struct AnyPublisher<Output, Failure: Error>: Publisher {
        private let publisher: any Publisher<Output, Failure>

        /// Hides a publisher's type.
        public init<Upstream: Publisher>(_ publisher: Upstream)
        where Upstream.Output == Output, Upstream.Failure == Failure {
            self.publisher = publisher
        }

        /// Hands the subscriber to the publisher within.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            publisher.receive(subscriber: subscriber)
        }
    }

    extension Publisher {
        /// The same publisher, its type hidden.
        public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

        /// Hands every value, and the end, to closures, until the result is let go.
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
        /// The values as a sequence, each iteration of which subscribes anew.
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
