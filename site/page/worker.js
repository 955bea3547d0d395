// The referee in its own thread: loads Python once, then runs one command after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PLACE = "/lib/python3.14/site-packages"; // as in prepare.mjs
const get = async (name) => (await fetch(new URL(name, import.meta.url)));

// The packages in one compressed file, as build.py packs them: the length of an index, the index, the files.
async function packages() {
  const stream = (await get("packages.bin")).body.pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).arrayBuffer(), length = new DataView(whole).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, length)));
  let at = 4 + length;
  return index.map(([path, size]) => [path, new Uint8Array(whole, (at += size) - size, size)]);
}

async function referee() {
  const [python, files, script] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }), packages(), get("run.py").then((one) => one.text()),
  ]);
  for (const [path, content] of files) {
    python.FS.mkdirTree(`${PLACE}/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`${PLACE}/${path}`, content, { canOwn: true });
  }
  python.runPython(script);
  return python;
}

const ready = referee();
ready.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: String(error.message || error) }));

onmessage = async ({ data: { words, files } }) => {
  const python = await ready;
  const run = python.globals.get("run"), given = python.toPy(files), list = python.toPy(words);
  try {
    const done = run(list, given);
    const [out, err, code] = done.toJs();
    done.destroy();
    postMessage({ out, err, code });
  } catch (error) {
    postMessage({ out: "", err: String(error.message || error), code: 70 });
  } finally {
    for (const one of [run, given, list]) one.destroy();
  }
};
