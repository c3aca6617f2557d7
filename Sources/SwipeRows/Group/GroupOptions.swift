/// What a program has said of a whole group, for the parts that follow it.
final class GroupOptions {
  var transition = SwipeTransition.reveal
  var texts = SwipeTexts()
  /// Whether a person may swipe.
  var isEnabled = true
}
