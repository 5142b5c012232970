# What `conan create` runs: a program of the examples, linked with the package, makes a known key.
import io

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class RowkeyTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            output = io.StringIO()
            self.run(f'"{self.cpp.build.bindir}/encode"', output, env="conanrun")
            assert "1 00884110000000001\n" in output.getvalue(), output.getvalue()
