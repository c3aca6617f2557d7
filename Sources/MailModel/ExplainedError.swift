/// An error that can be told to the person.
public protocol ExplainedError: Error, Sendable {
  /// What is wrong and what to do next.
  var sentence: Sentence { get }
}
