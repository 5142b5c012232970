#!/usr/bin/env python3
"""metadata.py PROJECT SITE: writes the metadata that pyproject.toml in PROJECT states into SITE.

importlib.metadata, pip and other packages' dependencies read it."""
import pathlib
import sys
import tomllib

from pyproject_metadata import StandardMetadata

project, site = map(pathlib.Path, sys.argv[1:])
stated = tomllib.loads((project / "pyproject.toml").read_text())
stated["project"]["license"] = {"text": stated["project"]["license"]}  # Debian 12's reader is older than expressions
metadata = StandardMetadata.from_pyproject(stated, project)
folder = site / f"{metadata.name}-{metadata.version}.dist-info"
folder.mkdir()
(folder / "METADATA").write_bytes(bytes(metadata.as_rfc822()))
(folder / "INSTALLER").write_text("debian\n")
