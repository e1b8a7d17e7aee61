import AssayCore
