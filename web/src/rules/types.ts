// What the rules answer, in the page (WASM) and over HTTP alike. The Go
// package api writes exactly these.

export type Colour = "white" | "black";

/** A rule set. */
export interface VariantInfo {
  name: string;
  title: string;
  summary: string;
  pgn?: string;
  start: string;
  /** How many copies of the board stand in a row: 1 or 3. */
  boards: number;
  /** The first and the last file are neighbours. */
  wraps: boolean;
  reflects: boolean;
  castling: boolean;
  /** The levels of a board in space, lowest first. */
  levels?: string[];
  /** Every square there can be. */
  squares: SquareInfo[];
  /** Where the boards that move may stand. */
  pins?: Pin[];
}

export interface SquareInfo {
  name: string;
  x: number;
  y: number;
  level?: string;
  dark: boolean;
}

export interface Pin {
  name: string;
  corner: string;
  next: string[];
}

/** One place a way leads over. */
export interface Touch {
  board: "left" | "centre" | "right";
  square: string;
}

export type Way = Touch[];

export type Effect =
  | "captured"
  | "board"
  | "turns"
  | "carried"
  | "castles"
  | "moves"
  | "promotes"
  | "goes on"
  | "appears";

/** One thing a move does. Pieces are FEN letters. */
export interface Change {
  effect: Effect;
  piece?: string;
  into?: string;
  from?: string;
  to?: string;
  pin?: string;
  onto?: string;
  gone?: string[];
  came?: string[];
}

/** A legal move and everything worth knowing about it. */
export interface MoveInfo {
  move: string;
  san: string;
  /** None where a board moves. */
  from?: string;
  to?: string;
  kind: string;
  capture: boolean;
  ways?: Way[];
  changes: Change[];
  text: string;
}

/** A move of a line and the position after it. */
export interface Step extends MoveInfo {
  position: string;
  key: string;
  turn: Colour;
}

/** A board that moves, on its pin. */
export interface Stand {
  pin: string;
  owner: Colour;
  turned: boolean;
}

export type Result = "" | "1-0" | "0-1" | "1/2-1/2";

export interface Outcome {
  result: Result;
  reason?: string;
  claim?: string[];
  sentence?: string;
  said?: Said;
}

/** A position, with all that a board has to show. */
export interface State {
  variant: string;
  position: string;
  key: string;
  turn: Colour;
  /** A side has no king. */
  study: boolean;
  /** FEN letters by square. */
  pieces: Record<string, string>;
  /** The squares that exist now. */
  squares: string[];
  stands?: Stand[];
  /** The attacked kings of the side to move. */
  checked: string[];
  moves: MoveInfo[];
  outcome: Outcome;
}

export interface Fault {
  code: string;
  offset: number;
  message: string;
  said?: Said;
}

/** What a sentence is made of, for a page that speaks another language: see docs/messages.md. */
export interface Said {
  code: string;
  args?: Record<string, unknown>;
}

/** Why something was refused. */
export interface Failure {
  code: string;
  message: string;
  said?: Said;
  faults?: Fault[];
  /** Where in a text the fault lies; lines and columns count from 1. */
  place?: { line: number; column: number; offset: number };
  ply?: number;
}

export interface LineRequest {
  variant: string;
  start?: string;
  moves?: string[];
  study?: boolean;
}

export interface LineAnswer {
  start: string;
  steps: Step[];
  state: State;
}

/** Asks how a game ends because of a side. */
export interface EndingRequest {
  variant: string;
  position: string;
  reason: string;
  side: Colour;
}

export interface ExplainRequest {
  variant: string;
  position: string;
  study?: boolean;
  move?: string;
  from?: string;
  to?: string;
}

export interface ExplainAnswer {
  legal: boolean;
  code?: string;
  message: string;
  moves: MoveInfo[];
}

export interface CheckAnswer {
  position?: string;
  faults: Fault[];
  study: boolean;
}

export interface LinkAnswer {
  variant: string;
  position: string;
  study: boolean;
  notices: string[];
  lastMove?: string;
}

export interface PgnNode {
  move?: string;
  san?: string;
  comment?: string;
  /** A comment that stands before the move. */
  before?: string;
  nags?: number[];
  /** The first is the main line. */
  children: PgnNode[];
}

/** Something to be said about a place in a text. */
export interface PgnNote {
  message: string;
  /** The number of the game in the text, from 1. */
  game: number;
  line: number;
  column: number;
  offset: number;
}

export interface PgnGame {
  variant: string;
  start: string;
  study?: boolean;
  tags: { name: string; value: string }[];
  result: string;
  root: PgnNode;
  warnings?: PgnNote[];
}

export interface DrawRequest {
  variant: string;
  position: string;
  study?: boolean;
  chosen?: string;
  move?: string;
  last?: string;
  flip?: boolean;
  theme?: "light" | "dark" | "print";
  view?: string;
  width?: number;
  coords?: boolean;
}

export interface SearchLimits {
  /** Milliseconds. */
  time?: number;
  depth?: number;
  nodes?: number;
  white?: number;
  black?: number;
  whiteIncrement?: number;
  blackIncrement?: number;
}

export interface SearchRequest extends LineRequest {
  multipv?: number;
  /** 1 to 20; without it the search is at full strength. */
  level?: number;
  /** Answer one move as a player would, with the book and at the level. */
  choose?: boolean;
  limits: SearchLimits;
}

export type Score = { cp: number; mate?: never } | { mate: number; cp?: never };

export interface SearchInfo {
  depth: number;
  seldepth: number;
  /** 1 is the best line. */
  line: number;
  /** For the side to move. */
  score: Score;
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
  moves: string[];
  san: string[];
}

export interface SearchResult {
  move: string;
  san: string;
  ponder?: string;
}
