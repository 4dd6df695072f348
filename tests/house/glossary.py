"""Enforces docs/glossary.md: fails if a phrase that it bans occurs in the sources or the documentation.

    python3 tests/house/glossary.py
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GLOSSARY = "docs/glossary.md"
PLACES = ("include", "src", "app", "python", "docs", "examples", "README.md", "HACKING.md")
KINDS = (".hpp", ".cpp", ".inc", ".py", ".pyi", ".md")


def banned(text):
    """The phrases in the list, each in its own backticks."""
    block = re.search(r"<!-- banned: begin -->\n(.*?)<!-- banned: end -->", text, re.S)
    return re.findall(r"`([^`]+)`", block[1]) if block else []


def offences(text, phrases):
    """(line, phrase) for each occurrence in a text. Phrases are whole words in any case, and may be broken across
    lines."""
    for phrase in phrases:
        words = r"[\s/*#]+".join(re.escape(word) for word in phrase.split())
        for found in re.finditer(rf"(?<!\w){words}(?!\w)", text, re.I):
            yield text.count("\n", 0, found.start()) + 1, phrase


def check_itself(phrases):
    """What the list bans is found, in the middle of a sentence and across lines; what merely looks similar is not."""
    first = phrases[0]
    broken = "// It\n/// " + first.replace(" ", "\n/// ").capitalize() + "."
    assert [phrase for _, phrase in offences(broken, phrases)] == [first], "the check is blind"
    assert not list(offences(f"x{first}y", phrases)), "the check sees what is not there"


def main():
    phrases = banned((ROOT / GLOSSARY).read_text())
    if not phrases:
        sys.exit(f"{GLOSSARY} has no list between <!-- banned: begin --> and <!-- banned: end -->")
    check_itself(phrases)
    files = [f for place in PLACES for f in ([ROOT / place] if (ROOT / place).is_file() else (ROOT / place).rglob("*"))
             if f.suffix in KINDS and str(f.relative_to(ROOT)) != GLOSSARY]
    wrong = [f"{f.relative_to(ROOT)}:{line}: '{phrase}'" for f in sorted(files)
             for line, phrase in offences(f.read_text(), phrases)]
    print("\n".join(wrong + [f"{GLOSSARY} says what to write instead."] if wrong else []))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
