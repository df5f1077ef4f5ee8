// Responses available before the rules are loaded: one position with its moves, and the position after each.
import { t } from "../text/text";
import type { Plain } from "../text/types";
import type {
  Explanation,
  ExplainRequest,
  First,
  HeldLine,
  LineAnswer,
  LineChange,
  LineRequest,
  LinkAnswer,
  PopRequest,
  PositionRequest,
  PushRequest,
  State,
} from "../wire.gen";
import { Refused, type Rules } from "./rules";

const waiting: Plain = "page.rules.on-their-way";

/**
 * Implements the rules for a page's first position and the positions one move later. It rejects other
 * requests, and records that it did.
 */
export class EarlyRules implements Rules {
  /** Whether it received a request that only the rules can handle. */
  lacking = false;
  private readonly lines = new Map<number, string[]>();
  private last = 0;

  /** `links` are the link texts that name the first position. */
  constructor(
    private readonly first: First,
    private readonly links: readonly string[] = [],
  ) {}

  line(request: LineRequest): LineAnswer {
    if (!this.isFirst(request)) return this.refuse();
    return this.after(request.moves ?? []);
  }

  openLine(request: LineRequest): HeldLine {
    const line = this.line(request);
    const handle = ++this.last;
    this.lines.set(handle, request.moves ?? []);
    return { handle, ...line };
  }

  push({ handle, moves }: PushRequest): LineChange {
    return this.change(handle, (before) => [...before, ...moves]);
  }

  pop({ handle, ply }: PopRequest): LineChange {
    return this.change(handle, (before) => before.slice(0, ply));
  }

  close(handle: number): void {
    this.lines.delete(handle);
  }

  state(request: PositionRequest): State {
    if (this.isFirst(request)) return this.first.state;
    return (
      this.first.after.find(({ variant, position }) => variant === request.variant && position === request.position) ??
      this.refuse()
    );
  }

  /** Finds a move by its text or its squares. Only the full rules can explain illegal moves. */
  explain(request: ExplainRequest): Explanation {
    const text = request.move?.trim();
    const moves = !this.isFirst(request)
      ? []
      : this.first.state.moves.filter(({ move, san, from, to }) =>
          text ? text === move || text === san : from === request.from && to === request.to,
        );
    return { legal: moves.length > 0, message: moves[0]?.text ?? t(waiting), moves };
  }

  readLink(link: string): LinkAnswer {
    return this.first.link && this.links.includes(link) ? this.first.link : this.refuse();
  }

  readonly premoves = (): never => this.refuse();
  readonly rulebook = (): never => this.refuse();
  readonly plan = (): never => this.refuse();
  readonly board = (): never => this.refuse();
  readonly tables = (): never => this.refuse();
  readonly check = (): never => this.refuse();
  readonly define = (): never => this.refuse();
  readonly writeLink = (): never => this.refuse();
  readonly readPgn = (): never => this.refuse();
  readonly writePgn = (): never => this.refuse();
  readonly draw = (): never => this.refuse();
  readonly newGame = (): never => this.refuse();
  readonly openGame = (): never => this.refuse();
  readonly doInGame = (): never => this.refuse();
  readonly taskDone = (): never => this.refuse();
  readonly gameAt = (): never => this.refuse();
  readonly again = (): never => this.refuse();

  private isFirst({ variant, position = "", study = false }: PositionRequest | LineRequest | ExplainRequest): boolean {
    const { state, link } = this.first;
    return (
      variant === state.variant && study === state.study && (position === state.position || (position === "" && !link))
    );
  }

  private after(moves: readonly string[]): LineAnswer {
    const { state, after } = this.first;
    const line = { start: state.position, steps: [], state };
    const [played, more] = moves;
    if (played === undefined) return line;
    const at = state.moves.findIndex(({ move }) => move === played);
    const move = state.moves[at];
    const next = after[at];
    if (!move || !next || more !== undefined) return this.refuse();
    const { position, key, turn } = next;
    return { ...line, steps: [{ ...move, position, key, turn }], state: next };
  }

  private change(handle: number, to: (before: string[]) => string[]): LineChange {
    const before = this.lines.get(handle) ?? this.refuse();
    const moves = to(before);
    const { steps, state } = this.after(moves);
    this.lines.set(handle, moves);
    return { steps: steps.slice(before.length), state };
  }

  private refuse(): never {
    this.lacking = true;
    throw new Refused({ code: "loading", message: t(waiting) });
  }
}
