// An IndexedDB database for records that are too large or too many for local storage: analyses, studies and
// puzzle progress, with one object store per kind. If storage is disabled, a store reads as empty and rejects
// writes.
import { t } from "../text/text";

/** The object stores. Adding one requires a new database version. */
const storeNames = ["analyses", "studies", "puzzles"] as const;
export type StoreName = (typeof storeNames)[number];

/** The fields of every record: an id, and the time of its last change. */
export interface StoredRecord {
  id: string;
  /** The time of the last change, in milliseconds since 1970. */
  updated: number;
}

/** Thrown when storage is full or disabled. */
export class DatabaseError extends Error {
  constructor(cause?: unknown) {
    super(t("page.common.this-browser-cannot-keep-this"), { cause });
    this.name = "DatabaseError";
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
      // A tab with a newer version waits until this one closes its connection.
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

/** Runs one request in its own transaction, and resolves when it is committed. */
async function run<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  start: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = start(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

/** Records of one kind. */
export interface ObjectStore<Record extends StoredRecord> {
  /**
   * Writes a record, replacing the one with the same id. Rejects with a DatabaseError if storage is full or disabled.
   */
  put(record: Record): Promise<void>;
  /** Returns the record with an id, if any. */
  get(id: string): Promise<Record | undefined>;
  /** Returns all records, most recently changed first. */
  all(): Promise<Record[]>;
  delete(id: string): Promise<void>;
}

/** Returns the object store of one kind of record. */
export function objectStore<Record extends StoredRecord>(name: StoreName): ObjectStore<Record> {
  return {
    async put(record) {
      try {
        await run(name, "readwrite", (store) => store.put(record));
      } catch (cause) {
        throw new DatabaseError(cause);
      }
      tabChannel()?.postMessage(name);
    },
    async get(id) {
      try {
        return (await run(name, "readonly", (store) => store.get(id))) as Record | undefined;
      } catch {
        return undefined;
      }
    },
    async all() {
      try {
        const found = (await run(name, "readonly", (store) => store.index("updated").getAll())) as Record[];
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

/**
 * Returns the channel on which tabs announce changes. It is opened with the first write or subscription, since an open
 * channel keeps an otherwise idle process alive.
 */
function tabChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== "undefined") channel ??= new BroadcastChannel("tain.storage");
  return channel;
}

/** Subscribes to another tab's changes of a store. Returns the unsubscribe function. */
export function onStoreChange(name: StoreName, changed: () => void): () => void {
  const handle = (event: MessageEvent) => {
    if (event.data === name) changed();
  };
  tabChannel()?.addEventListener("message", handle);
  return () => tabChannel()?.removeEventListener("message", handle);
}

/** Returns a new id, long enough to be unique. */
export function newRecordId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");
}
