# `scripts/test-release conan` tries it: `conan create` from the release's tarball.
from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rm, rmdir


class Rowkey(ConanFile):
    name = "rowkey"
    description = "Row keys for sorted, sharded stores, encoded in bulk"
    license = "Apache-2.0"
    homepage = "https://github.com/rowkey/rowkey"
    topics = ("hbase", "row-key", "hash", "simd")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    languages = "C"

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration(f"rowkey is for Linux, not for {self.settings.os}")

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.cache_variables["ROWKEY_BUILD_TOOL"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, f"{self.package_folder}/licenses")
        CMake(self).install()
        unwanted = "librowkey.a" if self.options.shared else "librowkey.so*"
        rm(self, unwanted, f"{self.package_folder}/lib")
        rmdir(self, f"{self.package_folder}/lib/cmake")
        rmdir(self, f"{self.package_folder}/lib/pkgconfig")

    def package_info(self):
        self.cpp_info.libs = ["rowkey"]
        self.cpp_info.system_libs = ["m"]
        self.cpp_info.set_property("cmake_file_name", "rowkey")
        self.cpp_info.set_property("cmake_target_name", "rowkey::rowkey")
        self.cpp_info.set_property("pkg_config_name", "rowkey")
