internal import FileSystem

/// Fetches the pictures that a mail names, from the internet; what is fetched comes as it arrives, each address once, and nil where nothing came.
/// Nobody has looked at the bytes: they are whatever a stranger sends.
///
/// Only by https and only from addresses that anybody can reach: no mail finds out what there is in the person's own network. That is asked
/// of the address that a connection goes to, also behind a redirection, so that no name leads elsewhere; so no proxy is used, whatever
/// the environment says, for behind one nobody knows that address. Nothing is sent that tells who asks, and nothing is kept.
///
/// Ends after a minute, when the stream is let go of, and whatever the bounds of ``Bounds`` are.
package func fetchPictures(at addresses: [String]) -> AsyncStream<
  (address: String, bytes: [UInt8]?)
> {
  AsyncStream { continuation in
    let fetching = Task {
      await onOwnThread("pictures") { isCancelled in
        PictureTransfers(of: addresses) { address, answer in
          let isPicture = answer?.status == 200 && answer?.bytes.isEmpty == false
          continuation.yield((address, isPicture ? answer?.bytes : nil))
        }.run(until: isCancelled)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in fetching.cancel() }
  }
}

/// Sends a form to an address that a mail names, within the same bounds and to nobody's own network either; what comes back is not read.
///
/// A redirection gets the form again: it is never asked for by a mere look.
///
/// - Parameter form: As browsers send it (application/x-www-form-urlencoded).
/// - Returns: What the host answered, as the numbers of HTTP are; nil where none did.
package func post(_ form: String, to address: String) async -> Int? {
  await onOwnThread("post") { isCancelled in
    var status: Int?
    PictureTransfers(of: [address], posting: form) { status = $1?.status }.run(until: isCancelled)
    return status
  }
}

/// What a mail may have of the internet.
enum Bounds {
  /// How many are asked for; of the others nothing comes.
  static let count = 100
  /// How many at a time.
  static let atOnce = 6
  /// In bytes, of one and of all together.
  static let size = 16 << 20
  static let sizeOfAll = 64 << 20
  /// In bytes: what may be said before a picture.
  static let header = 64 << 10
  static let redirections = 5
  /// In seconds.
  static let connecting = 10
  static let one = 30
  static let all = 60
}
