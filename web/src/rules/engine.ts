// The engine, called from the page.
import { t } from "../text/text";
import type { FromEngine, ToEngine } from "./engine.worker";
import { onLanguageChange } from "../text/language";
import { languageRequest } from "./language";
import { usesNet, netOf } from "./nets";
import { Refused } from "./rules";
import { compiled } from "./wasm";
import type { Evaluation, Failure, LineRequest, SearchInfo, SearchRequest, SearchResult } from "../wire.gen";

interface Waiting {
  onInfo: (info: SearchInfo) => void;
  resolve: (result: never) => void;
  reject: (problem: Error) => void;
}

/** An engine in a worker. It handles one request at a time. */
export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  /** Whether its program could not be loaded or has exited, so that it no longer responds. */
  stopped = false;
  /** The rule sets whose nets the worker has, or cannot load. */
  private readonly nets = new Set<string>();
  /** The outgoing queue: a search waiting for its net, and the searches, evaluations and stops after it. */
  private held?: Promise<void>;
  private readonly deaf: () => void;

  /** `memory` is the size of the transposition table in megabytes; undefined for the default. */
  constructor(private readonly memory?: number) {
    this.worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromEngine>) => this.receive(event.data);
    // The page has the program or is fetching it. If that fails, the worker fetches it.
    compiled().then(
      (program) => this.send({ type: "start", program }),
      () => this.send({ type: "start" }),
    );
    void this.sendLanguage();
    this.deaf = onLanguageChange(() => void this.sendLanguage());
    this.worker.onerror = () => {
      this.stopped = true;
      this.fail(new Error(t("page.rules.the-engine-stopped-reload-the")));
    };
  }

  /** Searches and reports progress. Resolves when a limit is reached or the search is stopped. */
  search(request: SearchRequest, onInfo: (info: SearchInfo) => void = () => {}): Promise<SearchResult> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { onInfo, resolve, reject });
      const sent = Date.now();
      const send = () => this.send({ type: "search", id, request, sent, memory: this.memory });
      if (usesNet(request)) this.withNet(request.variant, send);
      else this.inTurn(send);
    });
  }

  /** Returns the static evaluation of a position at full strength, and each piece's contribution. */
  evaluate(request: LineRequest): Promise<Evaluation> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { onInfo: () => {}, resolve, reject });
      // No clock is running, so wait for the net: the result must not depend on the connection.
      this.withNet(request.variant, () => this.send({ type: "evaluate", id, request, memory: this.memory }), Infinity);
    });
  }

  /** Sends a request to the worker's rules, for work that would block the page. */
  call<Answer>(method: string, request: unknown): Promise<Answer> {
    const id = ++this.last;
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { onInfo: () => {}, resolve, reject });
      // As text, because a game is nested too deeply for structured cloning.
      this.send({ type: "call", id, method, text: JSON.stringify(request) });
    });
  }

  /** Stops the current search, which resolves with the best move so far. */
  stop(): void {
    this.inTurn(() => this.send({ type: "stop" }));
  }

  /** Runs an action after all queued ones. */
  private inTurn(step: () => void): void {
    if (this.held) this.hold(step);
    else step();
  }

  private hold(step: () => void | Promise<void>): void {
    const held = (this.held ?? Promise.resolve()).then(step).then(() => {
      if (this.held === held) this.held = undefined;
    });
    this.held = held;
  }

  /** Runs an action in turn, once the worker has the rule set's net or the wait has timed out. */
  private withNet(variant: string, step: () => void, wait?: number): void {
    if (this.nets.has(variant)) this.inTurn(step);
    else this.hold(() => this.handNet(variant, wait).then(step));
  }

  /** Sends a net to the worker, once. */
  private async handNet(variant: string, wait?: number): Promise<void> {
    if (this.nets.has(variant)) return;
    const net = await netOf(variant, wait);
    if (net === "later") return; // this search runs without it, and the next one tries again
    this.nets.add(variant);
    if (net) this.send({ type: "net", variant, net });
  }

  /** Terminates the engine. */
  close(): void {
    this.deaf();
    this.worker.terminate();
    this.fail(new Error(t("page.rules.the-engine-was-closed")));
  }

  /** Sets the worker's language to the page's. No response is expected. */
  private async sendLanguage(): Promise<void> {
    const text = await languageRequest();
    if (text) this.send({ type: "call", id: ++this.last, method: "language", text });
  }

  private send(message: ToEngine): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromEngine): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if (message.type === "info") {
      waiting.onInfo(JSON.parse(message.info) as SearchInfo);
      return;
    }
    this.waiting.delete(message.id);
    if (message.type === "failed") {
      waiting.reject(new Error(message.message));
      return;
    }
    const result = JSON.parse(message.result) as { error?: Failure };
    if (result.error) waiting.reject(new Refused(result.error));
    else waiting.resolve(result as never);
  }

  private fail(problem: Error): void {
    for (const waiting of this.waiting.values()) waiting.reject(problem);
    this.waiting.clear();
  }
}
