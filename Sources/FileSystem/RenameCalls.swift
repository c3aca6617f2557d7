internal import CDunnockLinux
internal import Glibc

/// The system calls that change a tree, so that a test can let them fail. Each returns an errno or
/// 0; names are relative to the open directories.
package struct RenameCalls: Sendable {
  package typealias Call = @Sendable (Int32, ByteName, Int32, ByteName) -> Int32

  /// Renames without replacing.
  package var noReplace: Call = { from, name, to, newName in
    name.withCString { name in
      newName.withCString { dnk_rename_no_replace(from, name, to, $0) }
    }
  }

  /// Renames, for file systems that know no other way.
  package var plain: Call = { from, name, to, newName in
    name.withCString { name in
      newName.withCString { renameat(from, name, to, $0) == 0 ? 0 : errno }
    }
  }

  /// Takes a name out of a directory for ever.
  package var unlink: @Sendable (Int32, ByteName) -> Int32 = { directory, name in
    name.withCString { unlinkat(directory, $0, 0) == 0 ? 0 : errno }
  }

  /// Has an open directory on the disk.
  package var sync: @Sendable (Int32) -> Int32 = { fsync($0) == 0 ? 0 : errno }

  package init() {}
}

extension RenameCalls {
  /// Renames and replaces nothing; returns 0 or the errno. Where the file system cannot promise it, a
  /// new name is looked for first, unless it is a fresh random one, which needs no promise.
  ///
  /// link() and unlink() would promise it, but lose a message when another program changes its flags
  /// back in between: each then takes the other's name away.
  package func rename(
    _ name: ByteName, in from: Directory, to newName: ByteName, in to: Directory, isFresh: Bool
  ) -> Int32 {
    let code = noReplace(from.descriptor, name, to.descriptor, newName)
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) else { return code }
    var status = stat()
    if !isFresh,
      newName.withCString({ fstatat(to.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
    {
      return EEXIST
    }
    return plain(from.descriptor, name, to.descriptor, newName)
  }
}
