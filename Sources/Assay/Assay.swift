@_exported import AssayCore
