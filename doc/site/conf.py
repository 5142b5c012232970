"""How Sphinx makes the site of the project's own pages, where they lie; scripts/build-site runs it from the top folder.

A link to a page leads to the page, any other to the file or folder in the repository. A link that leads nowhere is an error, and
so is a page that NAVIGATION lacks."""

import pathlib
import re

from docutils import nodes
from sphinx import addnodes

TOP = pathlib.Path(__file__).resolve().parents[2]
OUT = TOP / "build/site"
REPOSITORY = "https://github.com/rowkey/rowkey"
PYTHON = ["/python/docs/reference", "/python/docs/design"] if tags.has("python") else []  # tags are what Sphinx was started with
# The pages below a page, in groups.
NAVIGATION = {
    "README": {
        "Start": ["A first table </doc/tutorial>", "Typed columns </doc/tutorial-prices>"],
        "The language": ["/doc/layouts", "Types </doc/types>"],
        "The tool": ["/doc/tool", "/doc/regions", "/doc/advise", "/doc/audit", "/doc/hbase", "/web/README"],
        "The library": ["In C </doc/library>", "Python </python/README>", "Java </java/README>", "Rust </rust/README>",
                        "Go </go/README>", "DuckDB </duckdb/README>"],
        "Releases": ["/doc/packages", "/doc/promises", "/doc/migrating", "/CHANGELOG", "/SECURITY"],
        "How it works": ["/doc/reading", "/doc/architecture", "/doc/extending", "/CONTRIBUTING", "/doc/reliability"],
        "How fast": ["/doc/performance", "Benchmarks </bench/README>", "/simd/laboratory", "/doc/paper"],
    },
    "python/README": {"Python": ["/python/docs/spark", *PYTHON]},
    "java/README": {"Java": ["Arrow </java/rowkey-arrow/README>", "HBase </java/rowkey-hbase/README>",
                         "Spark </java/rowkey-spark/README>"]},
    "rust/README": {"Rust": ["The crate </rust/rowkey/README>", "The C library </rust/rowkey-sys/README>"]},
    "doc/reliability": {"Reliability": ["Proofs </doc/reliability/proofs>", "/doc/reliability/fuzzing", "/doc/reliability/faults",
                             "Mutation </doc/reliability/mutation>", "/doc/reliability/matrix", "/tests/hbase/README"]},
}  # fmt: skip
REFERENCES = {
    "designer/index.html": "The designer's page",
    "c/index.html": "C",
    "python/docs/reference.html": "Python",
    "java/rowkey/index.html": "Java",
    "java/rowkey-arrow/index.html": "Java: Arrow",
    "java/rowkey-hbase/index.html": "Java: HBase",
    "java/rowkey-spark/index.html": "Scala: Spark",
    "rust/rowkey/index.html": "Rust",
    "rust/rowkey_sys/index.html": "Rust: the C library",
    "go/index.html": "Go",
}

project = "rowkey"
version = release = re.search(r'VERSION_STRING "(.*)"', (TOP / "include/rowkey/rowkey.h").read_text())[1]
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
root_doc = "README"
include_patterns = ["**.md", *(f"{page[1:]}.rst" for page in PYTHON)]
exclude_patterns = ["build", "**/node_modules", "rust/target", "rust/rowkey-sys/c"]
suppress_warnings = ["misc.highlighting_failure"]  # braces of DuckDB in SQL
highlight_language = "text"
# Markdown as GitHub reads it.
myst_disable_syntax = ["myst_block_break", "myst_line_comment", "myst_role", "myst_target"]
myst_fence_as_directive = ["mermaid"]
myst_heading_anchors = 4

if PYTHON:
    extensions += ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "matplotlib.sphinxext.plot_directive"]
autodoc_mock_imports = ["polars", "py4j", "pyspark"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
plot_formats = [("png", 110)]
plot_html_show_formats = False
plot_html_show_source_link = False

html_theme = "furo"
html_theme_options = {"source_repository": REPOSITORY, "source_branch": "main", "source_directory": ""}
html_title = f"rowkey {version}"
html_copy_source = False
html_static_path = ["static", str(TOP / "build/site-tools/mermaid")]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_sidebars = {
    "**": [f"sidebar/{name}.html" for name in
           ["brand", "search", "scroll-start", "navigation", "references", "scroll-end", "variant-selector"]],
}  # fmt: skip
# Those that scripts/build-site was asked for: all but Python's are there already.
html_context = {
    "references": {page: name for page, name in REFERENCES.items() if (OUT / page).exists() or PYTHON and page.startswith("python")},
}  # fmt: skip
mermaid_use_local = "mermaid.esm.min.mjs"
mermaid_height = "auto"
mermaid_fullscreen_button = "+"


def add_navigation(app, page, source):
    """What a reader at GitHub does not see."""
    for caption, pages in NAVIGATION.get(page, {}).items():
        source[0] += "\n".join(["\n```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```\n"])


def link_to_repository(app, document):
    """Links to files and folders that are not pages. Sphinx would copy the files, and does not know the folders."""
    page = TOP / app.env.docname
    for node in [*document.findall(addnodes.pending_xref), *document.findall(addnodes.download_reference)]:
        if node.get("reftype") != "myst":
            continue
        target = page.parent / node["reftarget"]
        if node.get("refdomain") == "doc":
            if node["reftarget"] in app.env.found_docs:
                continue
            target = next(TOP.glob(node["reftarget"] + ".*"))
        elif isinstance(node, addnodes.pending_xref) and not ("/" in node["reftarget"] and target.is_dir()):
            continue  # a heading of the page, or nothing
        kind = "tree" if target.is_dir() else "blob"
        path = target.resolve().relative_to(TOP)
        node.replace_self(nodes.reference("", "", *node.children, refuri=f"{REPOSITORY}/{kind}/main/{path}", internal=False))


def setup(app):
    app.connect("source-read", add_navigation)
    app.connect("doctree-read", link_to_repository, priority=400)  # before Sphinx copies files, at 500
