"""Checks the prose about options against the table of options.

    options_test.py PROGRAM        PROGRAM prints the table as Markdown (tools/option_docs)

The comment above every member of alcole::Options must begin with the meaning in the table. tests/unit/defaults_test.cpp
checks defaults that the pages mention in prose.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def table(program):
    """name -> meaning."""
    rows = {}
    for line in subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()[2:]:
        name, rest = re.fullmatch(r"\| `([\w.]+)` \| (.*) \|", line).groups()
        rows[name] = rest.split(" | ", 3)[3]
    return rows


def comments(header):
    """The comment above each member of struct Options, by the member's dotted name."""
    found, inside, group, comment = {}, False, [], []
    for line in header.splitlines():
        text = line.strip()
        if not inside:
            inside = text == "struct Options {"
        elif text.startswith("///"):
            comment.append(text[3:].strip())
        elif re.match(r"struct \w+ \{", text):
            group, comment = [], []
        elif closing := re.match(r"\} (\w+)\{\};", text):
            for name in group:
                found[f"{closing[1]}.{name}"] = found.pop("." + name)
            group, comment = [], []
        elif text == "};":
            break
        elif member := re.match(r"[\w:]+ (\w+) = .*;", text):
            nested = line.startswith("        ")
            found[("." if nested else "") + member[1]] = " ".join(comment)
            if nested:
                group.append(member[1])
            comment = []
    return found


def main():
    rows = table(sys.argv[1])
    found = comments((ROOT / "include/alcole/options.hpp").read_text())
    wrong = [f"options.hpp has no member {name}" for name in rows.keys() - found.keys()]
    wrong += [f"the table has no row {name}" for name in found.keys() - rows.keys()]
    for name in rows.keys() & found.keys():
        if not found[name].startswith(rows[name]):
            wrong.append(f"options.hpp says of {name}:\n    {found[name]}\nthe table says:\n    {rows[name]}")
    print("\n".join(wrong) or f"{len(rows)} options, each with its comment")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
