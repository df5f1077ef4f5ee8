// A worker that runs the Go program, and its pending requests.
import type { FromEngine, ToEngine } from "../../../src/rules/engine.worker";
import type { Failure, SearchInfo, SearchRequest, SearchResult } from "../../../src/wire.gen";
import { TainError } from "./errors";

/** A worker in a browser or in Node. */
export interface Thread {
  post(message: unknown): void;
  listen(receive: (message: unknown) => void, fail: (problem: unknown) => void): void;
  /** Sets whether the worker keeps the process alive (Node only). */
  keep(busy: boolean): void;
  end(): void;
}

interface Waiting {
  onInfo: (info: SearchInfo) => void;
  resolve: (answer: unknown) => void;
  reject: (problem: Error) => void;
}

/** Sends requests to one worker. */
export class Port {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private ended: TainError | null = null;

  constructor(
    private readonly thread: Thread,
    program: Promise<WebAssembly.Module>,
  ) {
    thread.listen(
      (message) => this.receive(message as FromEngine),
      (problem) =>
        this.end(
          new TainError({ code: "crashed", message: "the rules have crashed; load them again" }, { cause: problem }),
        ),
    );
    thread.keep(false);
    program.then(
      (module) => this.send({ type: "start", program: module }),
      (problem) =>
        this.end(
          new TainError(
            { code: "load", message: `the rules could not be loaded: ${textOf(problem)}` },
            { cause: problem },
          ),
        ),
    );
  }

  call<Answer>(method: string, request: unknown): Promise<Answer> {
    return this.ask((id) => ({ type: "call", id, method, text: JSON.stringify(request) }));
  }

  search(
    request: SearchRequest,
    memory: number | undefined,
    onInfo: (info: SearchInfo) => void,
  ): Promise<SearchResult> {
    const sent = Date.now();
    return this.ask((id) => ({ type: "search", id, request, sent, ...(memory ? { memory } : {}) }), onInfo);
  }

  /** Stops the current search, which resolves with the best move so far. */
  stop(): void {
    if (!this.ended) this.send({ type: "stop" });
  }

  /** Terminates the worker and rejects pending requests with the given error. */
  end(why: TainError): void {
    if (this.ended) return;
    this.ended = why;
    this.thread.end();
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
  }

  private ask<Answer>(message: (id: number) => ToEngine, onInfo: Waiting["onInfo"] = () => {}): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.ended) {
        reject(this.ended);
        return;
      }
      const id = ++this.last;
      this.waiting.set(id, { onInfo, resolve: resolve as Waiting["resolve"], reject });
      this.thread.keep(true);
      this.send(message(id));
    });
  }

  private send(message: ToEngine): void {
    if (!this.ended) this.thread.post(message);
  }

  private receive(message: FromEngine): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if (message.type === "info") {
      waiting.onInfo(JSON.parse(message.info) as SearchInfo);
      return;
    }
    this.waiting.delete(message.id);
    if (this.waiting.size === 0) this.thread.keep(false);
    if (message.type === "failed") {
      waiting.reject(new TainError({ code: "crashed", message: message.message }));
      return;
    }
    const answer = JSON.parse(message.result) as { error?: Failure };
    if (answer?.error) waiting.reject(new TainError(answer.error));
    else waiting.resolve(answer);
  }
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
