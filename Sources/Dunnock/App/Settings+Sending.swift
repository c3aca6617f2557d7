extension Settings {
  /// How long what is sent can be taken back, in seconds: one of ``sendingDelays``.
  var sendingDelay: Int {
    get { min(max(self[Self.sendingDelay], 0), Self.sendingDelays.last ?? 0) }
    set { self[Self.sendingDelay] = newValue }
  }

  /// What the person can choose.
  static let sendingDelays = [0, 5, 10, 20, 30, 60]
}
