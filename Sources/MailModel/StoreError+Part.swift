internal import Glibc
package import MailText

extension StoreError {
  /// Why a part of a message cannot be had, as a store says it.
  package init(_ error: PartError) {
    switch error {
    case .notRead: self = .other(errno: EIO, doing: .readMessage)
    case .noSuchPart: self = .noSuchPart
    case .tooLarge: self = .tooLarge
    }
  }
}
