// Run by build.py in its work folder: compiles the packages with the Python that will run them, fills the cache of rulebooks, and
// writes down what the page offers: editions, a beginning of house rules, the words of the rule language.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const PLACE = "/lib/python3.14/site-packages"; // as in the browser: entries of the cache name files by where they are
const python = await loadPyodide();
python.FS.mkdirTree(PLACE);
python.mountNodeFS(PLACE, "packages");
python.mountNodeFS("/examples", "examples");
python.runPython(`
import compileall, os
from pathlib import Path
from py_compile import PycInvalidationMode
for part in Path("${PLACE}").iterdir():
    is_ours = part.name == "adjudicator"  # its cache is valid for its sources; of the others nobody needs them
    kept = {"quiet": 1, "invalidation_mode": PycInvalidationMode.UNCHECKED_HASH, "legacy": not is_ours}
    done = compileall.compile_dir(part, **kept) if part.is_dir() else compileall.compile_file(part, **kept)
    assert done, f"{part} cannot be compiled"
    for source in () if is_ours else part.rglob("*.py"):
        source.unlink()
`);
python.runPython(readFileSync("run.py", "utf8"));
python.runPython(`
import json, os
from adjudicator.language.meanings import meanings
from adjudicator.rulebook.loader import load

os.environ["SY_JUDGE_CACHE"] = "${PLACE}/adjudicator/data/cache"
editions = []
for file in sorted(os.listdir("${PLACE}/adjudicator/data/variants")):
    name, kind = os.path.splitext(file)
    if kind == ".toml" and name != "core":
        out, err, code = run(["rules", name, "--json"], {})
        assert code == 0, err
        if name != "house-rules":
            editions.append({"id": name, "title": load(name).title, "numbers": json.loads(out)["numbers"]})
out, err, code = run(["variant", "new", "my-rules"], {})
assert code == 0, err
begun = {name: Path(FOLDER, f"my-rules{name}.toml").read_text() for name in ("", ".cases")}
prepared = {"editions": editions, "words": {word: " ".join(one.says for one in entries) for word, entries in meanings().items() if entries}, "begun": begun}
`);
writeFileSync("prepared.json", python.runPython("json.dumps(prepared)"));
