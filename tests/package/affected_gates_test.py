"""`.ci/run --since REVISION` leaves out only gates that the changes since then cannot affect. In a repository made for it."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


@unittest.skipUnless(shutil.which("git"), "git is missing")
class AffectedGates(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rowkey-gates-")
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        for name in [".ci/run", ".ci/matrix.sh", ".ci/affected.sh", "scripts/lib.sh"]:
            (self.top / name).parent.mkdir(exist_ok=True)
            shutil.copy(TOP / name, self.top / name)
        self.git("init", "--quiet")
        self.commit("first")
        self.all = self.gates()
        self.assertIn("sanitize", self.all)

    def git(self, *arguments):
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *arguments], cwd=self.top, check=True, capture_output=True)

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)

    def write(self, name):
        (self.top / name).parent.mkdir(parents=True, exist_ok=True)
        (self.top / name).write_text("changed\n")

    def gates(self, *since):
        done = subprocess.run([".ci/run", *since, "--list"], cwd=self.top, capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout.split()

    def test_a_folder_of_one_language_has_its_gates(self):
        for name, more in {
            "java/pom.xml": {"java", "java-sanitize", "spark", "hbase"},
            "java/rowkey-spark/README.md": {"java", "java-sanitize", "spark", "hbase"},
            "python/src/a.py": {"python", "spark", "duckdb", "debian"},
            "go/layout.go": {"go"},
            "rust/rowkey/src/lib.rs": {"rust"},
            "duckdb/src/a.c": {"duckdb"},
            "web/page/main.js": {"web"},
            "debian/rules": {"debian", "symbols"},
            "proofs/check": {"proofs"},
            "doc/tool.md": {"debian"},
            "README.md": {"debian"},
            ".github/workflows/ci.yml": set(),
        }.items():
            with self.subTest(name=name):
                self.commit("before")
                self.write(name)
                self.commit("change")
                self.assertEqual({"test", "style"} | more, set(self.gates("--since", "HEAD~")))

    def test_everything_else_has_all_gates(self):
        for name in ["src/a.c", "simd/a.h", "include/rowkey/a.h", "tests/a.py", "scripts/a", "cmake/a.cmake", "fuzz/a.c",
                     "bench/a.cc", ".ci/run", "go.mod", "CMakeLists.txt", "a-new-folder/a", "doc/layouts.md", "LICENSE"]:  # fmt: skip
            with self.subTest(name=name):
                self.commit("before")
                self.write("go/a.go")
                (self.top / name).parent.mkdir(parents=True, exist_ok=True)
                with (self.top / name).open("a") as file:
                    file.write("# changed\n")
                self.commit("change")
                self.assertEqual(self.all, self.gates("--since", "HEAD~"))

    def test_what_is_not_committed_counts_and_so_do_both_names_of_a_file(self):
        self.write("go/a.go")
        self.assertEqual({"test", "style", "go"}, set(self.gates("--since", "HEAD")))
        self.commit("go")
        (self.top / "web").mkdir()
        self.git("mv", "go/a.go", "web/a.go")
        self.assertEqual({"test", "style", "go", "web"}, set(self.gates("--since", "HEAD")))

    def test_changes_of_the_other_branch_do_not_count(self):
        self.git("branch", "other")
        self.write("go/a.go")
        self.commit("go")
        self.git("checkout", "--quiet", "other")
        self.write("web/a.js")
        self.commit("web")
        self.git("checkout", "--quiet", "-")
        self.assertEqual({"test", "style", "go"}, set(self.gates("--since", "other")))

    def test_where_git_does_not_know_all_gates_run(self):
        self.assertEqual(self.all, self.gates("--since", "nowhere"))
        shutil.rmtree(self.top / ".git")
        self.assertEqual(self.all, self.gates("--since", "HEAD"))

    def test_gates_that_are_named_but_not_affected_do_not_run(self):
        done = subprocess.run([".ci/run", "--since", "HEAD", "java", "go"], cwd=self.top, capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stdout))
        self.assertIn("no change since HEAD can affect java go", done.stderr)

    def test_every_gate_of_the_table_exists(self):
        on_demand = subprocess.run([".ci/run", "--list", "on-demand"], cwd=self.top, capture_output=True, text=True).stdout.split()
        lines = (TOP / ".ci/affected.sh").read_text().split("case $1 in", 1)[1].split("esac", 1)[0].splitlines()
        named = {name for line in lines if "echo" in line for name in line.split("echo ")[1].split(";")[0].split()}
        self.assertGreater(len(named), 10)
        self.assertLessEqual(named - {"all"}, {*self.all, *on_demand})


if __name__ == "__main__":
    unittest.main()
