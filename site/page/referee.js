// `run(words, files)`: a command of sy-judge, run by the worker, one after the other. A command that takes too long is stopped, and the
// worker begun anew; one that nobody waits for any more is not begun.

const PATIENCE = 30_000; // milliseconds for one command
const SOON = 700; // milliseconds after which the page says that it waits
const STOPPED = { out: "", err: "this took longer than 30 seconds and was stopped", code: 124 };
const UNWANTED = { out: "", err: "", code: 0 };

export function referee(told) {
  const waiting = [];
  let worker = null, isReady = false, running = null, timers = [];

  function begin() {
    isReady = false;
    told("The referee is coming …");
    worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.broken) return told(`The referee cannot be loaded: ${data.broken}`);
      if (data.ready) {
        isReady = true;
        told("");
      } else {
        end(data);
      }
      next();
    };
    worker.onerror = () => told("The referee cannot be loaded. Reload the page.");
  }

  function next() {
    if (!isReady || running) return;
    while (waiting.length && !waiting[0].isWanted()) waiting.shift().resolve(UNWANTED);
    running = waiting.shift();
    if (!running) return;
    worker.postMessage({ words: running.words, files: running.files });
    timers = [setTimeout(() => told("The referee is thinking …"), SOON), setTimeout(stop, PATIENCE)];
  }

  function end(data) {
    timers.forEach(clearTimeout);
    told("");
    const { resolve } = running;
    running = null;
    resolve(data);
  }

  function stop() {
    worker.terminate();
    end(STOPPED);
    begin();
  }

  begin();
  return (words, files = {}, isWanted = () => true) => new Promise((resolve) => {
    waiting.push({ words, files, isWanted, resolve });
    next();
  });
}
