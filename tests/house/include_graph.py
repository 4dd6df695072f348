"""Checks the include graph against the map in HACKING.md.

Fails on a cycle between files or between rooms, on an edge that the map does not allow, on a library that a room may not
see, on a namespace that is not its room's, and on ALCOLE_EXPORT inside src/.

    python3 tests/house/include_graph.py [--draw]     --draw: prints the edges between rooms, with their number
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The folder of a room. A folder inside a room is a separate room.
PLACES = {"alcole": "include/alcole", "app": "app", "examples": "examples", "python": "python",
          "adapters": "adapters"}
# The name of a library in the map, by the beginning of its headers' names; by default the name of their folder.
POSIX = ("fcntl.h", "unistd.h", "poll.h", "signal.h", "sys/", "netinet/", "arpa/")


def read_map():
    """The map in HACKING.md: `room: rooms it may include <libraries it may include>`, `room/*` for all rooms inside."""
    text = (ROOT / "HACKING.md").read_text()
    block = re.search(r"<!-- map: begin -->\n(.*?)<!-- map: end -->", text, re.S)
    if not block:
        sys.exit("HACKING.md has no map between <!-- map: begin --> and <!-- map: end -->")
    lines = re.findall(r"^ {4}([\w/]+): *(.*)$", block[1], re.M)
    rooms = [room for room, _ in lines]
    allowed, libraries = {}, {}
    for room, words in lines:
        names = [word for word in words.split() if not word.startswith("<")]
        allowed[room] = {r for n in names for r in rooms if r == n or (n.endswith("/*") and r.startswith(n[:-1]))}
        unknown = [n for n in names if n not in rooms and not n.endswith("/*")]
        if unknown:
            sys.exit(f"HACKING.md: the map has no room {', '.join(unknown)}, which {room} may include")
        libraries[room] = {word.strip("<>") for word in words.split() if word.startswith("<")}
    return allowed, libraries


def folder_of(room):
    top, _, rest = room.partition("/")
    return ROOT / PLACES.get(top, "src/" + top) / rest


def room_of(file):
    path = file.relative_to(ROOT)
    parts = path.parts[1:-1] if path.parts[0] in ("src", "include") else path.parts[:-1]
    return "/".join(parts)


def unit_of(file):
    """A header and its source count as one file: a cycle through either of them is a cycle."""
    return str(file.relative_to(ROOT).with_suffix(""))


def includes(file, text):
    """(what is included, the project's file or None)."""
    for kind, name in re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, re.M):
        places = ([file.parent] if kind == '"' else []) + [ROOT / "src", ROOT / "include", ROOT / "adapters" / "torch"]
        yield name, next((p for p in ((place / name).resolve() for place in places) if p.exists()), None)


def library(name):
    """The library a header belongs to, or None for the standard library."""
    if name.startswith(POSIX):
        return "posix"
    return name.split("/")[0] if "/" in name else name if "." in name else None


def cycles(graph):
    """The sets of nodes that can reach one another (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for next_node in sorted(graph[node]):
            if next_node not in index:
                visit(next_node)
            if next_node in stack:
                low[node] = min(low[node], low[next_node])
        if low[node] == index[node]:
            ring = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(ring) > 1:
                found.append(sorted(ring))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found)


def namespaces_of(room):
    """A folder inside a room of src/ shares the room's namespace; the rooms of include/ have their own. Certificates are
    installed with alcole/learning and made in src/certify."""
    if room.split("/")[0] == "alcole":
        return {room.replace("/", "::")} | ({"alcole::certify"} if room == "alcole/learning" else set())
    return {"alcole::" + room.split("/")[0]}


def declarations(text):
    """(namespace, line) for everything declared directly in a namespace, except anonymous ones. Nothing is indented
    in namespaces, and a closing brace names its namespace: clang-format ensures both."""
    stack, template = [], ""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r"^namespace [\w:]+ \{\n((class|struct) \w+;\n)+\}", "", text, flags=re.M)  # forward declarations
    for line in text.splitlines():
        if opened := re.match(r"(?:inline )?namespace ([\w:]*) ?\{(?!.*\}$)", line):
            stack.append(opened[1])
        elif line.startswith("}  // namespace"):
            stack.pop()
        elif re.match(r"(template <.*>|requires .*)$", line):
            template += line + " "
        elif re.match(r"[A-Za-z_\[]", line) and not re.match(r"(using|namespace|static_assert)\b|\w+:$", line):
            if stack and "" not in stack:
                yield "::".join(stack), template + line
            template = ""


def declared(line):
    """The class or the function that a line is about: Judge for `Risks Judge::risks(...)`."""
    while line != (line := re.sub(r"<[^<>()]*>", "", line)):
        pass
    line = re.sub(r"^(template|inline|constexpr|ALCOLE_\w+|\[\[\w+\]\]) ", "", line)
    if operation := re.search(r"(?:(\w+)::)?(operator)\b", line):
        return operation[1] or operation[2]
    found = re.search(r"(\w+)::[\w~]+ ?\(|(\w+) ?\(|(?:class|struct|enum class) (\w+)|(\w+)(?: =|;|\{)", line)
    return found and next(name for name in found.groups() if name)


def wrong_namespaces(file, text, room, known, public):
    """What a file declares in a namespace that is not its room's. A source may define there what a public header
    that it includes declares; any file may specialise a template, name a type, or list the fields and names of
    one, which are found by argument-dependent lookup. `known`: the namespaces that the room may see, `public`:
    the text of public headers."""
    own = namespaces_of(room)
    elsewhere = {name for other in public for name in namespaces_of(room_of(ROOT / "include" / other))} - own
    borrowed = re.compile(r"template <> |.*\bvoid \w*fields\(|constexpr auto names_of\(|(class|struct|enum class) \w+;")
    included = [public[name] for name in re.findall(r"#include <(alcole/[^>]+)>", text) if name in public]
    for name, line in declarations(text):
        inside = any(name == mine or name.startswith(mine + "::") for mine in own)
        if inside and name not in elsewhere or borrowed.match(line) and name in known:
            continue
        implements = file.suffix == ".cpp" and any(
            name in {n for n, _ in declarations(header)} and re.search(rf"\b{declared(line)}\b", header)
            for header in included)
        if not implements:
            yield f"{name} for '{line.strip()}'"


def examine(allowed, libraries):
    """All errors, one per line, and the edges between rooms with their counts."""
    files = {file: file.read_text() for room in allowed for file in sorted(folder_of(room).glob("*"))
             if file.suffix in (".hpp", ".cpp", ".inc")}
    here = [f for top in ("include", "src", "app", "examples", "python", "adapters")
            for f in (ROOT / top).rglob("*.[hc]pp")]
    wrong = {f"room {room_of(f)} is not on the map" for f in here if room_of(f) not in allowed}
    wrong |= {f"room {room} is on the map and has no files" for room in allowed if not list(folder_of(room).glob("*.[hc]pp"))}
    public = {str(f.relative_to(ROOT / "include")): text for f, text in files.items() if f.is_relative_to(ROOT / "include")}
    rooms, units = collections.Counter(), collections.defaultdict(set)
    for file, text in files.items():
        room, path = room_of(file), file.relative_to(ROOT)
        for name, target in includes(file, text):
            if target is None:
                if library(name) not in {None} | libraries[room]:
                    wrong.add(f"library: {path} includes <{name}>")
            elif target in files:
                rooms[room, room_of(target)] += 1
                units[unit_of(file)].add(unit_of(target))
        if path.parts[0] == "src" and "ALCOLE_EXPORT" in text:
            wrong.add(f"export: {path} has ALCOLE_EXPORT")
        if path.parts[0] in ("include", "src", "app", "python"):
            known = libraries[room].union(*(namespaces_of(other) for other in allowed[room]))
            wrong |= {f"namespace: {path} opens {what}" for what in wrong_namespaces(file, text, room, known, public)}
    edges = {(a, b): count for (a, b), count in rooms.items() if a != b}
    wrong |= {f"edge: {a} includes {b}" for a, b in edges if b not in allowed[a]}
    wrong |= {"cycle of files: " + ", ".join(ring) for ring in cycles(collections.defaultdict(set, units))}
    between = collections.defaultdict(set)
    for a, b in edges:
        between[a].add(b)
    wrong |= {"cycle of rooms: " + ", ".join(ring) for ring in cycles(between)}
    return wrong, edges


def check_itself(public):
    """Checks the check: errors in a made-up file are found, and correct code is accepted."""
    def wrong(path, text):
        room = room_of(ROOT / path)
        return list(wrong_namespaces(ROOT / path, text, room, {"alcole::tabular"}, public))

    stray = "#include <alcole/tabular/table.hpp>\nnamespace alcole::tabular {\n\n%s\n\n}  // namespace alcole::tabular\n"
    assert wrong("src/words/a.cpp", stray % "int stray() { return 1; }"), "a stray function in a public namespace passes"
    assert wrong("src/words/a.cpp", stray % "struct Stray {\n};"), "a stray struct in a public namespace passes"
    assert wrong("src/words/a.hpp", stray % "std::string to_csv(const Table& table);"), "a header inside src/ passes"
    assert wrong("include/alcole/a.hpp", stray % "class Stray {\n};"), "include/ is not looked at"
    assert wrong("include/alcole/tabular/a.hpp", "namespace alcole {\n\nint stray();\n\n}  // namespace alcole\n"), "nor are its rooms"
    assert not wrong("src/table/a.cpp", stray % "std::string to_csv(const Table& table) {\n    return {};\n}")
    assert not wrong("src/table/a.cpp", stray % "void fields(auto& visit, base::Is<Table> auto& t) {\n}")


def main():
    allowed, libraries = read_map()
    check_itself({str(f.relative_to(ROOT / "include")): f.read_text() for f in (ROOT / "include").rglob("*.hpp")})
    wrong, edges = examine(allowed, libraries)
    if "--draw" in sys.argv:
        for room in allowed:
            print(f"{room}:", ", ".join(f"{b} {n}" for (a, b), n in sorted(edges.items()) if a == room))
    for line in sorted(wrong):
        print(line)
    if wrong:
        print("The map is in HACKING.md. Change it where the new edge is right; else move the code to where it belongs.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
