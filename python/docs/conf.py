"""How Sphinx renders the reference of the Python package; scripts/python-docs runs it."""

import rowkey

project = "rowkey"
version = release = rowkey.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "matplotlib.sphinxext.plot_directive", "myst_parser"]
myst_heading_anchors = 2
autodoc_mock_imports = ["pyspark"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
plot_formats = [("png", 110)]
plot_html_show_formats = False
plot_html_show_source_link = False
nitpicky = False
html_theme = "furo"
html_title = f"rowkey {version} for Python"
suppress_warnings = ["myst.xref_missing"]  # the guide links files of the repository
