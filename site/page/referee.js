// `run(words, files)`: a command of sy-judge, run by the worker. A command that takes too long is stopped, and the worker begun anew.

const PATIENCE = 30_000; // milliseconds for one command
const STOPPED = { out: "", err: "this took longer than 30 seconds and was stopped", code: 124, stopped: true };

export function referee(told) {
  const waiting = new Map();
  let worker = null, number = 0, isReady = false;

  function begin() {
    isReady = false;
    told("The referee is coming …");
    worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.ready) {
        isReady = true;
        told("");
        for (const one of waiting.values()) one.start();
      } else if (data.broken) {
        told(`The referee cannot be loaded: ${data.broken}`);
      } else {
        waiting.get(data.id)?.done(data);
      }
    };
    worker.onerror = () => told("The referee cannot be loaded. Reload the page.");
  }

  function stop() {
    worker.terminate();
    const given = [...waiting.values()];
    waiting.clear();
    begin();
    for (const one of given) one.end(STOPPED);
  }

  begin();
  return function run(words, files = {}) {
    return new Promise((resolve) => {
      const id = ++number;
      let timer = 0;
      const end = (data) => { clearTimeout(timer); waiting.delete(id); resolve(data); };
      waiting.set(id, { start: () => { timer = setTimeout(stop, PATIENCE); }, done: end, end });
      if (isReady) waiting.get(id).start();
      worker.postMessage({ id, words, files });
    });
  };
}
