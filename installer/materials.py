# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Apollo-11 authors
"""What bills of materials have in common: CycloneDX 1.5, without a time or a random number in them, so that the same input gives
the same bytes; what dpkg knows of files and packages of this machine; short names of licences from Debian's copyright files."""
import re
import subprocess
import sys


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def packages_of(files):
    """The package of each file, asked in one go: dpkg reads all of its lists for every question."""
    # A merged /usr: dpkg may know a file by its other name.
    names = {name: file for file in files for name in (file, file.removeprefix("/usr"), "/usr" + file)}
    if not names:
        return {}
    asked = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True, check=False)
    found = {}
    for line in asked.stdout.splitlines():
        owners, _, name = line.rpartition(": ")
        if name in names:
            found[names[name]] = owners.split(",")[0].split(":")[0]
    missing = sorted(set(files) - set(found))
    if missing:
        sys.exit(f"bill-of-materials: no package has {missing[0]}")
    return found


def licence_names(copyright_text):
    """The short names in a machine-readable copyright file; empty for one that is not."""
    if not copyright_text.startswith("Format:"):
        return []
    return sorted({name.strip() for name in re.findall(r"^License:[ \t]*(\S.*)$", copyright_text, re.MULTILINE)})


def named(licences):
    return [{"license": {"name": licence}} for licence in licences]


def document(name, version, components, dependencies=None):
    """`dependencies`: what each bom-ref depends on; without them the whole depends on every component."""
    own = f"pkg:deb/{name}@{version}" if dependencies is None else f"pkg:generic/{name}@{version}"
    needed = {own: [one["bom-ref"] for one in components]} if dependencies is None else {own: sorted(dependencies), **dependencies}
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": own, "name": name, "version": version, "purl": own,
                                   "licenses": [{"license": {"id": "GPL-3.0-or-later"}}]}},
        "components": components,
        "dependencies": [{"ref": reference, "dependsOn": others} for reference, others in needed.items()],
    }
