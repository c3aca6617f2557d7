import Panning

extension RowHandle: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}
