internal import CGMime
internal import Glibc

/// The system calls that change a tree, so that a test can let them fail. Each returns an errno or
/// 0; names are relative to the open directories.
struct RenameCalls: Sendable {
  typealias Call = @Sendable (Int32, ByteName, Int32, ByteName) -> Int32

  /// Renames without replacing.
  var noReplace: Call = { from, name, to, newName in
    name.withCString { name in
      newName.withCString { dnk_rename_no_replace(from, name, to, $0) }
    }
  }

  /// Renames, for file systems that know no other way.
  var plain: Call = { from, name, to, newName in
    name.withCString { name in
      newName.withCString { renameat(from, name, to, $0) == 0 ? 0 : errno }
    }
  }

  /// Takes a name out of a directory for ever.
  var unlink: @Sendable (Int32, ByteName) -> Int32 = { directory, name in
    name.withCString { unlinkat(directory, $0, 0) == 0 ? 0 : errno }
  }

  /// Has an open directory on the disk.
  var sync: @Sendable (Int32) -> Int32 = { fsync($0) == 0 ? 0 : errno }
}
