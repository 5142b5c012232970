//! Compiles the C library that lies in `c`, or finds an installed one when ROWKEY_SYS_USE_PKG_CONFIG is set.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders of the library's sources that rowkey/flat.h needs, all of each. A linker's error names a function of one
/// that is missing.
const FOLDERS: [&str; 15] = [
    "base",
    "columns",
    "compile",
    "decode",
    "dictionary",
    "encode",
    "flat",
    "kernels",
    "layout",
    "named",
    "operations",
    "plan",
    "shared/columns",
    "shared/text",
    "types",
];

/// The functions of vectors that programs in C call by themselves.
const BATCH_FUNCTIONS: &str = "kernels/api.c";

fn main() {
    println!("cargo:rerun-if-env-changed=ROWKEY_SYS_USE_PKG_CONFIG");
    if env::var("ROWKEY_SYS_USE_PKG_CONFIG").is_ok_and(|value| !value.is_empty() && value != "0") {
        find_installed();
    } else {
        compile(&PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("c"));
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo has not set {name}"))
}

/// A major version keeps what this crate calls, and a minor version may have added some of it.
fn find_installed() {
    let number = |part: &str| variable(&format!("CARGO_PKG_VERSION_{part}")).parse::<u32>().expect("a number");
    let (major, minor) = (number("MAJOR"), number("MINOR"));
    let (this, next) = (format!("{major}.{minor}"), format!("{}", major + 1));
    pkg_config::Config::new()
        .range_version(this.as_str()..next.as_str())
        .probe("rowkey")
        .unwrap_or_else(|why| {
            panic!("ROWKEY_SYS_USE_PKG_CONFIG is set, and pkg-config finds no librowkey >= {this}, < {next} (unset it to compile the one that is bundled): {why}")
        });
    let headers = pkg_config::get_variable("rowkey", "includedir").unwrap_or_else(|why| panic!("{why}"));
    println!("cargo:include={headers}");
}

fn compile(c: &Path) {
    for folder in ["src", "simd", "include"] {
        println!("cargo:rerun-if-changed={}", c.join(folder).display());
    }
    let mut kernels = settings(c);
    let compiler = kernels.get_compiler();
    assert!(
        compiler.is_like_gnu() || compiler.is_like_clang(),
        "{} cannot compile rowkey: set CC to a gcc or clang",
        compiler.path().display()
    );
    // gcc's reassociation lengthens the dependency chains of MD5 by a tenth; its scheduling before it assigns registers
    // keeps more values alive than there are registers; and where long straight code begins in a cache line must not
    // depend on what stands before it.
    kernels.flag("-falign-functions=64");
    if compiler.is_like_gnu() {
        kernels.flag("-fno-tree-reassoc").flag("-fno-schedule-insns");
        // Its `rep movs` and `rep stos` take longer to begin than the C library takes for a few rows.
        if variable("CARGO_CFG_TARGET_ARCH") == "x86_64" {
            kernels.flag("-mmemcpy-strategy=libcall:-1:noalign").flag("-mmemset-strategy=libcall:-1:noalign");
        }
    }

    let mut library = settings(c);
    for folder in FOLDERS {
        library.files(sources(&c.join("src").join(folder)));
    }
    for isa in instruction_sets(&c.join("simd/isa.def")) {
        library.objects(
            kernels
                .clone()
                .define("ROWKEY_ISA_NAME", isa.as_str())
                .define("ROWKEY_LANES_HEADER", format!("\"simd/lanes/{isa}.h\"").as_str())
                .out_dir(PathBuf::from(variable("OUT_DIR")).join(&isa))
                .file(c.join("simd/kernels.c"))
                .compile_intermediates(),
        );
    }
    library.compile("rowkey");
    println!("cargo:rustc-link-lib=m");
    println!("cargo:include={}", c.join("include").display());
}

/// What every file is compiled with, as the library's CMake build does.
fn settings(c: &Path) -> cc::Build {
    let mut build = cc::Build::new();
    for folder in [".", "include", "src", "src/shared"] {
        build.include(c.join(folder));
    }
    build
        .std("c11")
        // Kernels without optimisation are a hundred times as slow, whatever the profile of the Rust code is.
        .opt_level(3)
        .debug(false)
        .warnings(false)
        .flag("-fvisibility=hidden")
        // A product and a sum are two roundings on every CPU.
        .flag("-ffp-contract=off")
        .flag("-fno-fast-math")
        .define("_GNU_SOURCE", None)
        .define("_FILE_OFFSET_BITS", "64")
        .define("ROWKEY_STATIC", None)
        .define("ROWKEY_EXPERIMENTAL", None);
    if !has_vectors() {
        build.define("ROWKEY_WITHOUT_VECTORS", None);
        if variable("CARGO_CFG_TARGET_ARCH").starts_with("x86") && build.get_compiler().is_like_gnu() {
            build.flag("-fno-dse"); // for 32-bit x86 gcc 12 with -O3 removes stores that are needed
        }
    }
    build
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c") && !path.ends_with(BATCH_FUNCTIONS))
        .collect();
    assert!(!sources.is_empty(), "{}: no sources", folder.display());
    sources.sort();
    sources
}

/// Not on machines of 32 bits, even where the C compiler would have them, as with -msimd128 for WebAssembly. The
/// architecture of x32 is x86_64, too.
fn has_vectors() -> bool {
    variable("CARGO_CFG_TARGET_POINTER_WIDTH") == "64"
}

/// The rows of simd/isa.def that the target can have: `ROWKEY_ISA(avx2, x86_64)`.
fn instruction_sets(list: &Path) -> Vec<String> {
    let text = fs::read_to_string(list).unwrap_or_else(|why| panic!("{}: {why}", list.display()));
    let target = if has_vectors() { variable("CARGO_CFG_TARGET_ARCH") } else { "any".into() };
    let row = |line: &str| {
        let (name, architecture) = line.strip_prefix("ROWKEY_ISA(")?.split_once(')')?.0.split_once(", ")?;
        (architecture == "any" || architecture == target).then(|| name.to_owned())
    };
    text.lines().filter_map(row).collect()
}
