// A place in this browser for what is too large or too many for its local
// storage: analyses, studies, puzzles that come back. One database, one shelf
// a kind of thing. Where the browser keeps nothing, a shelf is empty and says
// so when something is put there.
import { t } from "../text/text";

/** The kinds of things that are kept. A new kind is a new version of the database. */
const storeNames = ["analyses", "studies", "puzzles"] as const;
export type StoreName = (typeof storeNames)[number];

/** Everything on a shelf has a name of its own and the time of its last change. */
export interface StoredRecord {
  id: string;
  /** Milliseconds since 1970. */
  updated: number;
}

/** This browser has no room, or may not keep anything. */
export class DatabaseError extends Error {
  constructor(cause?: unknown) {
    super(t("page.common.this-browser-cannot-keep-this"), { cause });
    this.name = "KeepError";
  }
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("tain", 1);
    request.onupgradeneeded = () => {
      for (const name of storeNames) {
        if (request.result.objectStoreNames.contains(name)) continue;
        request.result.createObjectStore(name, { keyPath: "id" }).createIndex("updated", "updated");
      }
    };
    request.onsuccess = () => {
      // A tab of a newer version waits until this one lets go.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error(t("page.common.another-tab-holds-an-older")));
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Runs one request in a transaction of its own, and resolves when it is committed. */
async function run<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = ask(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

/** Things of one kind. */
export interface ObjectStore<Thing extends StoredRecord> {
  /** Puts a thing there, in the place of the one with the same id. Throws a KeepError where there is no room. */
  put(thing: Thing): Promise<void>;
  /** The thing of an id, if it is there. */
  get(id: string): Promise<Thing | undefined>;
  /** All of them, the one changed last first. */
  all(): Promise<Thing[]>;
  delete(id: string): Promise<void>;
}

/** The shelf for one kind of thing. */
export function objectStore<Thing extends StoredRecord>(name: StoreName): ObjectStore<Thing> {
  return {
    async put(thing) {
      try {
        await run(name, "readwrite", (store) => store.put(thing));
      } catch (cause) {
        throw new DatabaseError(cause);
      }
      tabChannel()?.postMessage(name);
    },
    async get(id) {
      try {
        return (await run(name, "readonly", (store) => store.get(id))) as Thing | undefined;
      } catch {
        return undefined;
      }
    },
    async all() {
      try {
        const found = (await run(name, "readonly", (store) => store.index("updated").getAll())) as Thing[];
        return found.reverse();
      } catch {
        return [];
      }
    },
    async delete(id) {
      try {
        await run(name, "readwrite", (store) => store.delete(id));
      } catch (cause) {
        throw new DatabaseError(cause);
      }
      tabChannel()?.postMessage(name);
    },
  };
}

let channel: BroadcastChannel | undefined;

/** How tabs tell each other of changes. Opened when something is kept or looked at, since it holds a program open that has nothing else to do. */
function tabChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== "undefined") channel ??= new BroadcastChannel("tain.keep");
  return channel;
}

/** Calls back when another tab changes a shelf, until what it returns is called. */
export function onStoreChange(name: StoreName, changed: () => void): () => void {
  const hear = (event: MessageEvent) => {
    if (event.data === name) changed();
  };
  tabChannel()?.addEventListener("message", hear);
  return () => tabChannel()?.removeEventListener("message", hear);
}
