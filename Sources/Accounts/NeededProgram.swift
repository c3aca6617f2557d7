internal import Glibc

/// A program that accounts need and that may not be installed.
public enum NeededProgram: String, CaseIterable, Sendable {
  case mbsync
  case secretTool = "secret-tool"

  /// Those that are not there.
  public static func missing(in folders: [String] = path) -> [NeededProgram] {
    allCases.filter { program in
      !folders.contains { access("\($0)/\(program.rawValue)", X_OK) == 0 }
    }
  }

  /// The command that installs programs, by the package manager that is there; nil where none is known.
  public static func installing(
    _ programs: [NeededProgram], in folders: [String] = path
  ) -> String? {
    for manager in Manager.allCases
    where folders.contains(where: { access("\($0)/\(manager.rawValue)", X_OK) == 0 }) {
      let packages = programs.map { $0.package(of: manager) }.joined(separator: " ")
      return "sudo \(manager.command) \(packages)"
    }
    return nil
  }

  /// The folders that programs are looked for in.
  public static var path: [String] {
    (getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin")
      .split(separator: ":").map(String.init)
  }

  private enum Manager: String, CaseIterable {
    case apt, dnf, pacman

    var command: String { self == .pacman ? "pacman -S" : "\(rawValue) install" }
  }

  private func package(of manager: Manager) -> String {
    switch self {
    case .mbsync: "isync"
    case .secretTool: manager == .apt ? "libsecret-tools" : "libsecret"
    }
  }
}
