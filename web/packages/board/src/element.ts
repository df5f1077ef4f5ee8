// The <tain-board> element: a board for any of the games, on any page.
import "../../../src/style/tokens.css";
import "./element.css";
import { h, render } from "preact";
import type { LineAnswer, MoveInfo, Rules, State, VariantInfo } from "@tainchess/rules";
import { drawNoSymbols, symbolSheet } from "../../../src/board/Piece";
import { fetchSet } from "../../../src/board/sets/sets";
import { pieceSetChoice } from "../../../src/settings/look";
import type { TainBoardEvents } from "./events";
import { Look, repaint } from "./look";
import { type Shown, View } from "./View";

/** The style sheet of all boards; the build replaces the placeholder. */
const styles = "TAIN_STYLES";
let sheet: CSSStyleSheet | undefined;

/** The rules shared by all boards whose `rules` property is not set. */
let shared: Promise<Rules> | undefined;

function sharedRules(): Promise<Rules> {
  shared ??= import("@tainchess/rules").then(({ loadRules }) => loadRules());
  shared.catch(() => {
    shared = undefined;
  });
  return shared;
}

/** Maps appearance attributes to the keys of the page's settings. */
const looks: Record<string, string> = { wings: "wings", coordinates: "coordinates" };
const texts = [
  "variant",
  "position",
  "line",
  "moves",
  "view",
  "pieces",
  "colours",
  "theme",
  "pace",
  "chosen",
  "label",
  ...Object.keys(looks),
] as const;
type Movable = "none" | "both" | "white" | "black";
const views = ["plan", "space", "both"] as const;

// Servers have no HTMLElement: the module can be imported there but does nothing.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The attributes as properties. */
export interface TainBoard {
  /** The game: "triboard", "mirrorsquare", "trid", ... or a complete definition. */
  variant: string | null;
  /** The position: a FEN or a link. Defaults to the start position. */
  position: string | null;
  /** Moves played from `position`, in any notation. */
  line: string | null;
  /** Whose pieces the user may move: "both" (or ""), "white", "black" or "none" (the default). */
  moves: string | null;
  /** The initial view of boards in space: "plan", "space" or "both". */
  view: string | null;
  /** How much of the side boards is shown: "none", "narrow" or "full". */
  wings: string | null;
  /** The position of the coordinates: "inside", "outside" or "off". */
  coordinates: string | null;
  /** The piece set: "glass", "print" or "letters". */
  pieces: string | null;
  /** The colours of the squares: "lagoon", "amber", "night", "silver", "ink", "sand", "sage", "sea" or "plum". */
  colours: string | null;
  /** "light" or "dark". Defaults to the system theme. */
  theme: string | null;
  /** The animation speed: "none", "quick" or "slow". The system's reduced-motion preference overrides it. */
  pace: string | null;
  /** The square or pin that is selected initially; the moves of its piece or board are shown. */
  chosen: string | null;
  /** The accessible name of the board; defaults to the title of the game. */
  label: string | null;
  /** Shows the board from Black's side. */
  flip: boolean;
  /** Shows a static picture: no coordinates, nothing to focus. */
  still: boolean;
}

/**
 * A board. Its attributes are also properties; `moves` lets the user move pieces. The package README lists
 * all attributes.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the properties are defined from the attributes, below.
export class TainBoard extends Base {
  static readonly observedAttributes: readonly string[] = [...texts, "flip", "still"];

  private readonly look = new Look();
  private ownRules: Rules | null = null;
  private usedRules: Rules | null = null;
  private shown: Shown | null = null;
  private note = "";
  private error = "";
  /** Moves played since the attributes were set, after those of `line`. */
  private played: string[] = [];
  /** Numbers the requests, so that outdated responses are dropped. */
  private requested = 0;
  private waiting: Promise<void> | null = null;
  private drawSet: ((draw: Awaited<ReturnType<typeof fetchSet>>) => void) | null = null;
  private host: Element | null = null;

  /** The rules to use. By default all boards of a page share one instance of `@tainchess/rules`. */
  get rules(): Rules | null {
    return this.ownRules;
  }

  set rules(rules: Rules | null) {
    this.ownRules = rules;
    void this.refresh();
  }

  /** The displayed position, with its legal moves; null until it is ready. */
  get state(): State | null {
    return this.shown?.line.state ?? null;
  }

  /** The game being displayed. */
  get info(): VariantInfo | null {
    return this.shown?.info ?? null;
  }

  /** Resolves with the position once the attributes are applied. Rejects if the position cannot be shown. */
  async ready(): Promise<State> {
    await (this.waiting ?? (this.shown ? undefined : this.refresh()));
    if (this.error || !this.shown) throw new Error(this.error || "the board is not connected to a document");
    return this.shown.line.state;
  }

  /** Plays a move, in any notation, without dispatching a tain-move event. Rejects if the move is illegal. */
  async play(move: string): Promise<State> {
    await this.ready();
    return this.tryLine([...this.played, move]);
  }

  /** Takes back the last move played on this board. */
  async back(): Promise<State> {
    await this.ready();
    return this.tryLine(this.played.slice(0, -1));
  }

  /** Takes back all moves played on this board. */
  async reset(): Promise<State> {
    await this.ready();
    return this.tryLine([]);
  }

  connectedCallback(): void {
    if (!this.host) {
      const root = this.attachShadow({ mode: "open" });
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
      }
      root.adoptedStyleSheets = [sheet];
      this.host = root.appendChild(document.createElement("div"));
      drawNoSymbols();
      this.drawSet = symbolSheet(root);
      void this.choosePieces();
    }
    // Properties set before the element was defined shadow the accessors of the class.
    for (const name of [...texts, "flip", "still", "rules"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = (this as Record<string, unknown>)[name];
      delete (this as Record<string, unknown>)[name];
      (this as Record<string, unknown>)[name] = value;
    }
    this.draw();
    void this.refresh();
  }

  disconnectedCallback(): void {
    // An element that is moved within the page is reconnected immediately.
    queueMicrotask(() => {
      if (!this.isConnected && this.host) render(null, this.host);
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    const key = looks[name];
    if (key) this.look.set(key, now);
    else if (name === "pieces") void this.choosePieces();
    else if (name === "colours" || name === "theme") repaint();
    else if (name === "variant" || name === "position" || name === "line") {
      this.played = [];
      void this.refresh();
      return;
    }
    this.draw();
  }

  private async choosePieces(): Promise<void> {
    const name = this.getAttribute("pieces");
    const set = pieceSetChoice.allows(name) ? name : pieceSetChoice.usual;
    try {
      this.drawSet?.(await fetchSet(set));
    } catch (problem) {
      this.emit("tain-error", { error: problem as Error });
    }
  }

  /**
   * Requests the position that the attributes describe. Attributes set in the same task share one request.
   */
  private refresh(): Promise<void> {
    this.waiting ??= Promise.resolve()
      .then(() => this.open())
      .finally(() => {
        this.waiting = null;
      });
    return this.waiting;
  }

  private async open(): Promise<void> {
    if (!this.isConnected) return;
    const first = this.shown === null;
    try {
      await this.show(this.played, first ? "tain-ready" : "tain-change");
    } catch (problem) {
      this.shown = null;
      this.error = problem instanceof Error ? problem.message : String(problem);
      this.draw();
      this.emit("tain-error", { error: problem as Error });
    }
  }

  private async tryLine(moves: string[]): Promise<State> {
    await this.show(moves);
    return (this.shown as Shown).line.state;
  }

  /** Requests the position after the given moves and shows it. */
  private async show(moves: string[], name: "tain-ready" | "tain-change" = "tain-change"): Promise<void> {
    const requested = ++this.requested;
    const rules = this.ownRules ?? (await sharedRules());
    const given = words(this.getAttribute("line"));
    const line = await rules.line({
      variant: this.getAttribute("variant") ?? undefined,
      position: this.getAttribute("position") ?? undefined,
      moves: [...given, ...moves],
      study: true,
    });
    const info = await infoOf(rules, line);
    if (requested !== this.requested) return;
    this.usedRules = rules;
    this.played = line.steps.slice(given.length).map(({ move }) => move);
    this.shown = { info, line };
    this.note = this.error = "";
    this.draw();
    const { state, steps } = line;
    this.emit(name, { state, step: steps.at(-1), moves: steps.map(({ move }) => move) });
  }

  private readonly onMove = (move: MoveInfo): void => {
    const state = this.state;
    if (!state || !this.emit("tain-move", { move, state })) return;
    this.show([...this.played, move.move]).catch((error: Error) => this.emit("tain-error", { error }));
  };

  private readonly onAsk = (from: string, to: string): void => {
    const state = this.state;
    if (!state || !this.usedRules) return;
    const { variant, position, study } = state;
    this.usedRules.explain({ variant, position, study, from, to }).then(
      ({ code = "", message, legal }) => {
        if (legal || this.state !== state) return;
        this.note = message;
        this.draw();
        this.emit("tain-refused", { from, to, code, message });
      },
      () => undefined, // without an explanation, no event is dispatched
    );
  };

  private emit<Name extends keyof TainBoardEvents>(name: Name, detail: TainBoardEvents[Name]["detail"]): boolean {
    return this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === "tain-move" }),
    );
  }

  private draw(): void {
    if (!this.host || !this.isConnected) return;
    const moves = this.getAttribute("moves");
    const view = views.find((each) => each === this.getAttribute("view"));
    const movable: Movable =
      moves === null || moves === "none" ? "none" : moves === "white" || moves === "black" ? moves : "both";
    const props = {
      look: this.look,
      rules: this.usedRules,
      shown: this.shown,
      note: this.note,
      error: this.error,
      flip: this.hasAttribute("flip"),
      movable,
      chosen: this.getAttribute("chosen") ?? undefined,
      label: this.getAttribute("label") ?? undefined,
      small: this.hasAttribute("still"),
      view,
      onMove: this.onMove,
      onAsk: this.onAsk,
    };
    // The board reads its initial selection and view only when it mounts, so changing them remounts it.
    render(h(View, { key: `${props.chosen} ${view}`, ...props }), this.host);
  }
}

/** Splits a line into its moves, dropping move numbers. */
function words(text: string | null): string[] {
  return (text ?? "")
    .replace(/\d+\.+/g, " ")
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** Returns the game of a line, whether built-in or given by a definition. */
async function infoOf(rules: Rules, { state }: LineAnswer): Promise<VariantInfo> {
  const known = (await rules.variants()).find(({ name }) => name === state.variant);
  if (known) return known;
  const { info, faults } = await rules.define({ text: state.variant });
  if (!info) throw new Error(faults[0]?.message ?? `unknown game ${state.variant}`);
  return info;
}

// Defines a property for each attribute.
for (const name of texts) {
  Object.defineProperty(TainBoard.prototype, name, {
    configurable: true,
    get(this: TainBoard): string | null {
      return this.getAttribute(name);
    },
    set(this: TainBoard, value: string | boolean | null | undefined) {
      if (value === null || value === undefined || value === false) this.removeAttribute(name);
      else this.setAttribute(name, value === true ? "" : value);
    },
  });
}
for (const name of ["flip", "still"]) {
  Object.defineProperty(TainBoard.prototype, name, {
    configurable: true,
    get(this: TainBoard): boolean {
      return this.hasAttribute(name);
    },
    set(this: TainBoard, value: boolean) {
      this.toggleAttribute(name, value);
    },
  });
}
