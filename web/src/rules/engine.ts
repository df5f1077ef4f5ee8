// The engine, asked from the page.
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

/** An engine in a worker. It answers one request after the other. */
export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  /** Whether its program could not be had, or has ended: it answers nothing any more. */
  stopped = false;
  /** The rule sets whose nets the worker has, or cannot get. */
  private readonly nets = new Set<string>();
  /** What waits to be sent: a search for its net, and all that comes after it for that search. */
  private held?: Promise<void>;
  private readonly deaf: () => void;

  /** memory is the size of the transposition table in megabytes; undefined for the default. */
  constructor(private readonly memory?: number) {
    this.worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromEngine>) => this.receive(event.data);
    // The page has the program, or fetches it already; where it cannot, the worker tries itself.
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

  /** Searches and tells of progress; resolves when a limit is reached or the search is stopped. */
  search(request: SearchRequest, onInfo: (info: SearchInfo) => void = () => {}): Promise<SearchResult> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { onInfo, resolve, reject });
      const send = () => this.send({ type: "search", id, request, memory: this.memory });
      if (usesNet(request)) this.withNet(request.variant, send);
      else this.inTurn(send);
    });
  }

  /** What a position is worth as it stands, at full strength, and what each piece contributes. */
  evaluate(request: LineRequest): Promise<Evaluation> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { onInfo: () => {}, resolve, reject });
      // Nobody's clock runs: it waits for the net, so that the answer does not depend on the line.
      this.withNet(request.variant, () => this.send({ type: "evaluate", id, request, memory: this.memory }), Infinity);
    });
  }

  /** Asks the rules there, as rules.ts asks them here: for what would hold the page up. */
  call<Answer>(method: string, request: unknown): Promise<Answer> {
    const id = ++this.last;
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { onInfo: () => {}, resolve, reject });
      // As text: a game is deeper than what a browser lets pass between threads.
      this.send({ type: "call", id, method, text: JSON.stringify(request) });
    });
  }

  /** Ends the search under way; it resolves with the best found so far. */
  stop(): void {
    this.inTurn(() => this.send({ type: "stop" }));
  }

  /** Does something after all that waits, at once if nothing does. */
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

  /** Does something, in its turn, once the worker has the net that it needs, or has waited for it for so long. */
  private withNet(variant: string, step: () => void, wait?: number): void {
    if (this.nets.has(variant)) this.inTurn(step);
    else this.hold(() => this.handNet(variant, wait).then(step));
  }

  /** Hands the worker a net, once. */
  private async handNet(variant: string, wait?: number): Promise<void> {
    if (this.nets.has(variant)) return;
    const net = await netOf(variant, wait);
    if (net === "later") return; // this search goes without, and another asks again
    this.nets.add(variant);
    if (net) this.send({ type: "net", variant, net });
  }

  /** Ends the engine for good. */
  close(): void {
    this.deaf();
    this.worker.terminate();
    this.fail(new Error(t("page.rules.the-engine-was-closed")));
  }

  /** What the worker says is in the language of the page; to this nobody waits for an answer. */
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
