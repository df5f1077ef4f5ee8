// Starts workers and loads the program in a browser.
import type { Thread } from "./port";
import type { Host } from "./rules";

const programs = new Map<string, Promise<WebAssembly.Module>>();

function startWorker(): Worker {
  const here = new URL(import.meta.url);
  // A worker script from another origin cannot be started directly, but a worker of our own can import it.
  if (here.origin !== location.origin && here.protocol.startsWith("http")) {
    const file = "./worker.js"; // a variable, so that bundlers ignore it
    const text = `import ${JSON.stringify(new URL(file, here).href)};`;
    const own = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    return new Worker(own, { type: "module" });
  }
  // A literal, so that bundlers find the file.
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

async function fetchProgram(file: string): Promise<WebAssembly.Module> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: HTTP status ${response.status}`);
  // Some servers send the wrong content type. Compiling without streaming also works, but is slower.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The browser host. */
export const browser: Host = {
  thread(): Thread {
    const worker = startWorker();
    return {
      post: (message) => worker.postMessage(message),
      listen: (receive, fail) => {
        worker.onmessage = (event) => receive(event.data);
        worker.onerror = (event) => fail(event.error ?? event.message);
      },
      keep: () => undefined,
      end: () => worker.terminate(),
    };
  },
  program(wasm) {
    const file = String(wasm ?? new URL("./tain.wasm", import.meta.url));
    const found = programs.get(file) ?? fetchProgram(file);
    programs.set(file, found);
    found.catch(() => programs.delete(file));
    return found;
  },
};
