// What goes over the wire: the JSON of the server, and of the rules in the page.
// Written by internal/tool/wiretypes from the Go types; scripts/web writes it anew.

/** SquareInfo is the name of a square and its place. */
export interface SquareInfo {
  name: string;
  x: number;
  y: number;
  level?: string;
  dark: boolean;
}

/** Mount is a pin that a board can stand on. */
export interface Mount {
  name: string;
  /** the square it is fixed to */
  corner: string;
  /** the pins a board may go to from here */
  next: string[];
}

/** VariantInfo describes a rule set. */
export interface VariantInfo {
  name: string;
  title: string;
  summary: string;
  pgn?: string;
  start: string;
  boards: number;
  castling: boolean;
  levels?: string[];
  wraps: boolean;
  reflects: boolean;
  squares: SquareInfo[];
  pins?: Mount[];
  /** Definition is the canonical form of a user's rule set, which can be used wherever a name can; Hash is its hash. */
  definition?: string;
  hash?: string;
}

/** VariantList lists the rule sets. */
export interface VariantList {
  variants: VariantInfo[];
}

/** BotToken authenticates a bot: Authorization: Bearer TOKEN. */
export interface BotToken {
  token: string;
}

/** OwnRules describes the rules of a game if a user has written them. */
export interface OwnRules {
  /** the canonical form, in JSON */
  definition?: string;
  /** of the definition */
  hash?: string;
  title?: string;
  /** Differences say what is different from orthodox chess, in at most three lines. */
  differences?: string[];
}

/** Control is a time control. All fields but Days, Moves and Free are in milliseconds. The zero Control is no clock. */
export interface Control {
  initial?: number;
  /** added after each move */
  increment?: number;
  /** time that a move may take before the clock runs */
  delay?: number;
  /** per move, instead of all the others */
  days?: number;
<<<<<<< HEAD
  /** session length in moves; 0 for the whole game */
=======
  /** session length: Initial is added after every Moves moves; 0 for the whole game */
>>>>>>> pass-lib
  moves?: number;
}

/** Challenge is an open game. */
export interface Challenge extends OwnRules {
  id: string;
  variant: string;
  /** the free one */
  colour: Colour;
  control: Control | null;
  name: string;
  created: number;
}

/** PlayerInfo is a player of a game. */
export interface PlayerInfo {
  name: string;
  /** its level */
  computer?: number;
  /** connected; the computer always is */
  here: boolean;
  /** Claim is the server time at which the opponent may claim the game because this player has left; 0 if they may not. */
  claim?: number;
}

/** Players are both seats; nil is a free one. */
export interface Players {
  white: PlayerInfo | null;
  black: PlayerInfo | null;
}

/** Side is a colour, both or nobody, which is null in JSON. */
export type Side = "white" | "black" | "both" | null;

/** GameResult is the end of a game, in codes and as a sentence. An aborted game has a reason but no result. */
export interface GameResult {
  result: Result;
  reason: string;
  /** the side that was mated, resigned, ran out of time or aborted */
  side?: Colour;
  sentence: string;
}

/** Summary is a game in a list of a user's games. */
export interface Summary extends OwnRules {
  id: string;
  variant: string;
  players: Players;
  seat: Side;
  turn: Colour;
  ply: number;
  result: GameResult | null;
  position: string;
  created: number;
  updated: number;
}

/** BotEvent notifies a bot of an open challenge, or of the start or end of one of its games. */
export interface BotEvent {
  type: "challenge" | "start" | "finish";
  challenge?: Challenge;
  game?: Summary;
}

/** GalleryEntry is a definition of the built-in gallery. */
export interface GalleryEntry {
  name: string;
  title: string;
  /** the differences from chess, in one line */
  summary: string;
  /** why it is interesting, in one sentence */
  why: string;
  /** Definition is its canonical form, which can be used wherever a name can. */
  definition: string;
  hash: string;
}

/** Gallery is the built-in gallery, in display order. */
export interface Gallery {
  gallery: GalleryEntry[];
}

/** RulebookRequest asks for the rulebook of a rule set. */
export interface RulebookRequest {
  variant: string;
}

/** Claim is a move, and what the rule set says of it once a book is illustrated: what it does, or why it cannot be played. */
export interface Claim {
  move: string;
  said?: string;
}

/** Diagram is a position and what there is to see in it. */
export interface Diagram {
  /** what is to be seen */
  about: string;
  /** the position the line begins at; the rule set's own if empty */
  start?: string;
  /** moves played first, with spaces between */
  line?: string;
  /** a square or pin that shows where it may go */
  chosen?: string;
  /** a move shown before it is played */
  move?: string;
  /** the move that led here, in UCI notation */
  last?: string;
  /** "oblique" for boards in space */
  view?: string;
  /** a side has no king */
  study?: boolean;
  /** "check", or the reason the game is over */
  state?: string;
  /** moves that can be played */
  legal?: Claim[];
  /** moves that cannot */
  illegal?: Claim[];
  /** Position is what is shown, after the line, and Link the part of an address that opens it on the page. [Illustrate] fills in these and Reach. */
  position?: string;
  link?: string;
  /** Reach is where what is chosen may go, for those who see no picture. */
  reach?: string[];
}

/** Block is one thing on the page; exactly one of its fields is set. Texts have `code`, **strong** words and [links](address) in them; see [Plain]. */
export interface Block {
  /** a paragraph */
  text?: string;
  /** a list */
  items?: string[];
  /** a table, its head first */
  rows?: string[][];
  /** lines to be kept as they are */
  code?: string;
  diagram?: Diagram;
}

/** Test is a test that fails where a rule is broken. */
export interface Test {
  /** its path in the repository */
  file: string;
  /** as the test prints it */
  name: string;
}

/** Rule is one numbered rule. */
export interface Rule {
  /** such as "4.10" or "6a.3" */
  number?: string;
  title: string;
  body: Block[];
  /** From is the rule set whose rulebook has it, if it is another's. */
  from?: string;
  /** those that hold it */
  tests?: Test[];
}

/** Section is a part of a rulebook. */
export interface Section {
  /** such as "4" or "6a" */
  number?: string;
  title: string;
  /** what is said before its first rule */
  intro?: Block[];
  rules: Rule[];
}

/** Book is a rulebook, or a chapter beside the rulebooks, whose sections have no numbers. */
export interface Book {
  /** the rule set's name; empty for a chapter */
  variant?: string;
  title: string;
  /** what it is about, in a few words */
  intro: Block[];
  sections: Section[];
}

/** Rulebook is an illustrated rulebook. */
export interface Rulebook extends Book {
}

/** PositionRequest asks for a position: the rule set's own text, or link text. */
export interface PositionRequest {
  /** may be omitted if the position is link text */
  variant: string;
  position?: string;
  study?: boolean;
}

/** LineRequest asks for a line of moves from a position. */
export interface LineRequest {
  /** may be omitted if the position is link text */
  variant: string;
  /** the rule set's start if empty; link text too */
  position?: string;
  moves?: string[];
  /** accept a kingless position */
  study?: boolean;
}

/** PlanRequest asks for a plan: moves of the side to move, separated by semicolons, while the other side passes. */
export interface PlanRequest {
  /** may be omitted if the position is link text */
  variant: string;
  /** the rule set's start if empty; link text too */
  position?: string;
  study?: boolean;
  plan: string;
}

/** Colour is one of the two sides. */
export type Colour = "white" | "black";

/** Copy is one of the copies of the board that are shown in a row. */
export type Copy = "left" | "centre" | "right";

/** Touch is one place on a way: a square, or a column of a board in space, on one of the copies of the board. */
export interface Touch {
  board: Copy;
  square: string;
}

/** Way is the squares of a move, from its origin to its landing square. */
export type Way = Touch[];

/** Effect is the sort of a change. */
export type Effect = "captured" | "board" | "turns" | "carried" | "castles" | "moves" | "promotes" | "goes on" | "appears";

/** Change is one effect of a move. A piece goes From one square To another; a captured piece has no To, a spawned piece no From. To replay the changes of a move, go through them in order: take the piece off From if it still stands there, and put it, or the piece it has become, on To in place of the piece there. */
export interface Change {
  effect: Effect;
  /** a FEN letter */
  piece?: string;
  /** the piece it becomes, a FEN letter */
  into?: string;
  from?: string;
  to?: string;
  pin?: string;
  onto?: string;
  gone?: string[];
  came?: string[];
}

/** MoveInfo describes a legal move. */
export interface MoveInfo {
  /** UCI notation */
  move: string;
  /** standard algebraic notation */
  san: string;
  /** the piece's square; none if a board moves */
  from?: string;
  /** the square the move names */
  to?: string;
  /** capture, castling, promotion, ... */
  kind: string;
  capture: boolean;
  /** the preferred one first; from pin to pin if a board moves */
  ways?: Way[];
  changes: Change[];
  /** its effects, as a sentence */
  text: string;
}

/** Step is a move of a line and the position after it. */
export interface Step extends MoveInfo {
  position: string;
  key: string;
  /** after the move */
  turn: Colour;
}

/** PlanStep is a step of a plan and the position after it. */
export interface PlanStep extends Step {
  /** the step as given */
  given: string;
}

/** MountedBoard is a board on its pin. */
export interface MountedBoard {
  pin: string;
  owner: Colour;
  /** by 180° */
  turned: boolean;
  /** Quadrants names the squares of the board's quadrants, q1 first. Their order depends on the owner, not on the rotation. */
  quadrants?: string[];
}

/** Result is the score of a game as in game records, empty while the game goes on. */
export type Result = "" | "1-0" | "0-1" | "1/2-1/2";

/** Reason is why a game has ended or why a draw may be claimed. Reasons are stable. */
export type Reason = "checkmate" | "stalemate" | "dead" | "fivefold" | "seventy-five" | "threefold" | "fifty" | "resignation" | "time" | "agreement" | "aborted" | "length";

/** Message is an explanation for programs that have their own translations: a code and its arguments. Texts, numbers and booleans are themselves, a list is an array, a square {"square": "e4"}, a role {"role": "knight"}, a piece {"role": "knight", "colour": "black"}, a side {"side": "white"}, a time {"time": "2026-05-01T12:00:00Z"}, a nested message {"code": ..., "args": ...}. */
export interface Message {
  code: string;
  args?: Record<string, unknown>;
}

/** Outcome is how a game stands: its result, or what may be claimed. */
export interface Outcome {
  result: Result;
  reason?: Reason;
  claim?: Reason[];
  sentence?: string;
  said?: Message;
}

/** Notes come with the text of a position. */
export interface Notes {
  /** LastMove is the last move in UCI notation, if a link has it. */
  lastMove?: string;
  /** Notices are notes for the user, such as a duplicate square in a link, a side without a king, or a possible en passant capture. */
  notices?: string[];
}

/** State is a position and its legal moves. */
export interface State extends Notes {
  variant: string;
  position: string;
  /** see [Key] */
  key: string;
  turn: Colour;
  /** Study is set if a side has no king, here or at the start of the line. */
  study: boolean;
  /** FEN letters by square */
  pieces: Record<string, string>;
  /** those that exist */
  squares: string[];
  stands?: MountedBoard[];
  /** attacked kings of the side to move */
  checked: string[];
  moves: MoveInfo[];
  outcome: Outcome;
}

/** PlanFailure is an illegal step of a plan. */
export interface PlanFailure {
  /** counted from 1 */
  step: number;
  /** the step as given */
  given: string;
  code: string;
  /** the reason */
  message: string;
}

/** PlanAnswer is a plan as far as it is legal. It is not a game: the final state has no outcome, and the same side is to move. */
export interface PlanAnswer extends Notes {
  start: string;
  /** whose plan it is */
  side: Colour;
  steps: PlanStep[];
  state: State;
  /** Failed is the first illegal step, if any. */
  failed?: PlanFailure;
}

/** LineAnswer is a line of moves and the final position. */
export interface LineAnswer extends Notes {
  start: string;
  steps: Step[];
  state: State;
}

/** LinkAnswer is the position of a link. */
export interface LinkAnswer {
  variant: string;
  position: string;
  study: boolean;
  /** notes for the user */
  notices: string[];
  lastMove?: string;
}

/** First is what a page shows before its rules have loaded. */
export interface First {
  /** Link is the position of the page's address, if it has one. */
  link?: LinkAnswer;
  state: State;
  /** After are the positions after each move of the state, in the same order, without their moves. */
  after: State[];
}

/** ExplainRequest asks why a move is legal or illegal: a move as text, or any move from one square or pin to another. */
export interface ExplainRequest {
  variant: string;
  position?: string;
  study?: boolean;
  move?: string;
  from?: string;
  to?: string;
}

/** BoardRequest asks for the destinations of the board on a pin. */
export interface BoardRequest {
  variant: string;
  position?: string;
  study?: boolean;
  pin: string;
}

/** BoardGoal is a pin as the destination of a board; its own pin stands for turning in place. Illegal ones have a reason, as a code and a sentence. */
export interface BoardGoal {
  pin: string;
  /** others are never reachable in one move */
  neighbour: boolean;
  /** turned or not */
  legal: boolean;
  code?: string;
  message?: string;
}

/** BoardAnswer lists the destinations of a board. */
export interface BoardAnswer {
  pin: string;
  /** in the order of the pins */
  goals: BoardGoal[];
}

/** Explanation explains why a move is legal or illegal. If several legal moves fit, such as the promotions of a pawn, it lists them all: an ambiguous text is illegal, two squares are not. */
export interface Explanation {
  legal: boolean;
  code?: string;
  message: string;
  moves: MoveInfo[];
  /** about the position */
  notices?: string[];
}

/** CheckRequest asks for the faults of a position. */
export interface CheckRequest {
  variant: string;
  position: string;
}

/** Fault is one thing that makes a position impossible. */
export interface Fault {
  code: string;
  /** Offset is a byte offset in the text, -1 if the fault has no single place. */
  offset: number;
  message: string;
  said: Message;
}

/** Faults is everything that is wrong with a position. */
export type Faults = Fault[];

/** Checked is the result of checking a position. A missing king is not a fault but makes it a study. */
export interface Checked {
  /** in canonical form; empty if there are faults */
  position?: string;
  faults: Faults;
  study: boolean;
  /** possible en passant captures */
  notices?: string[];
}

/** DefineRequest asks for a definition: by its text in JSON, packed as in a link, or by the name of a rule set. The first of these that is set counts. */
export interface DefineRequest {
  text?: string;
  packed?: string;
  variant?: string;
  /** Kept is set if it comes from a link or a game: a name that another game has taken since is then a warning instead of a fault. */
  kept?: boolean;
}

/** FieldFault is a fault or warning about a field of a definition, such as seam.kinds; without a field it is about the whole text. */
export interface FieldFault {
  field: string;
  message: string;
}

/** Defined is a parsed definition. If it has faults, only these and the warnings are set. */
export interface Defined {
  /** the canonical form, in JSON */
  definition: string;
  /** the same in TOML */
  toml: string;
  hash: string;
  /** for a link */
  packed: string;
  /** Info is the compiled rule set. */
  info?: VariantInfo;
  /** Differences from orthodox chess, in at most three lines. */
  differences: string[];
  faults: FieldFault[];
  /** such as fields without effect */
  warnings: FieldFault[];
}

/** ReadLinkRequest asks for the position of a link. */
export interface ReadLinkRequest {
  link: string;
}

/** Link is the link to a position. */
export interface Link {
  link: string;
}

/** PictureRequest asks for a picture of a position. */
export interface PictureRequest {
  variant: string;
  position?: string;
  study?: boolean;
  /** a square or a pin */
  chosen?: string;
  /** to preview */
  move?: string;
  /** in UCI notation; defaults to that of a link */
  lastMove?: string;
  flip?: boolean;
  /** defaults to light */
  theme?: string;
  /** defaults to flat */
  view?: string;
  /** in pixels */
  width?: number;
  coords?: boolean;
  /** Quadrants numbers the quadrants of the boards on pins. */
  quadrants?: boolean;
  /** Lang is the tag of the language of the description, such as de. */
  lang?: string;
}

/** Picture is a picture as an SVG document. */
export interface Picture {
  svg: string;
}

/** ReadPGNRequest asks for the games of a text. */
export interface ReadPGNRequest {
  text: string;
}

/** PGNTag is a tag of a game. */
export interface PGNTag {
  name: string;
  value: string;
}

/** PGNNode is a move of a game with its annotations. The first child continues the main line, the others are variations. Its JSON is as deep as the game is long. It is encoded and decoded without recursion, since the stack of a browser is small. */
export interface PGNNode {
  move?: string;
  san?: string;
  /** A comment that stands before the move. */
  before?: string;
  comment?: string;
  nags?: number[];
  /** Drawn on the board after the move. */
  shapes?: PGNShape[];
  /** How the position stands then. */
  eval?: PGNEval;
  /** What is left to who moved, in milliseconds. */
  clock?: number;
  /** The first is the main line. */
  children: PGNNode[];
}

/** PGNNote is a note about a place in a text. */
export interface PGNNote {
  message: string;
  /** the number of the game in the text, from 1 */
  game: number;
  /** from 1 */
  line: number;
  /** from 1, in characters */
  column: number;
  /** in bytes from 0 */
  offset: number;
}

/** PGNGame is a game record with its moves as a tree. */
export interface PGNGame {
  variant: string;
  start: string;
  /** the start is kingless */
  study?: boolean;
  /** without those that follow from the other fields */
  tags: PGNTag[];
  result: string;
  /** Root is the start; its comment is the one before the first move. */
  root: PGNNode;
  /** Warnings are guesses of the reader. */
  warnings?: PGNNote[];
}

/** PGNGames are the games of a text. */
export interface PGNGames {
  games: PGNGame[];
  /** Skipped has the errors of games that could not be read. */
  skipped?: PGNNote[];
}

/** WritePGNRequest asks for a game as text. */
export interface WritePGNRequest {
  game: PGNGame;
}

/** PGNText is a game as text. */
export interface PGNText {
  text: string;
}

/** SearchLimits limits a search; times are in milliseconds. Without limits an analysis runs until it is stopped, and a choice for a second. */
export interface SearchLimits {
  time?: number;
  depth?: number;
  nodes?: number;
  /** clock times */
  white?: number;
  black?: number;
  whiteIncrement?: number;
  blackIncrement?: number;
}

/** SearchRequest starts a search of the final position of a line. With Choose or a level the engine chooses a move like an opponent: from the book if possible, and at its level. Otherwise it analyses at full strength. */
export interface SearchRequest extends LineRequest {
  multipv?: number;
  level?: number;
  choose?: boolean;
  limits: SearchLimits;
  /** Among restricts the search to these moves in UCI notation, if there are any. */
  among?: string[];
}

/** Score is a score for the side to move: centipawns, or moves to mate, negative if it is mated. */
export type Score = { cp: number; mate?: never } | { mate: number; cp?: never };

/** SearchInfo is the current state of one line of a search. */
export interface SearchInfo {
  depth: number;
  seldepth: number;
  /** 1 for the best */
  line: number;
  score: Score;
  nodes: number;
  nps: number;
  time: number;
  /** permille */
  hashfull: number;
  moves: string[];
  san: string[];
}

/** SearchResult is the best move. */
export interface SearchResult {
  move: string;
  san: string;
  /** the expected reply */
  ponder?: string;
}

/** Contribution is the contribution of a piece to a score. */
export interface Contribution {
  square: string;
  /** its FEN letter */
  piece: string;
  score: number;
}

/** Evaluation is the static evaluation of a position and the contribution of each piece: how much worse White would be without it. All are centipawns for White. The contributions and Together, the remainder, add up to the score. */
export interface Evaluation {
  score: number;
  pieces: Contribution[];
  together: number;
}

/** TableResult is the result of best play for the side to move. */
export type TableResult = "win" | "draw" | "loss" | "unknown";

/** TableValue is the value of a position or move in endgame tables. */
export interface TableValue {
  result: TableResult;
  /** Mate is the number of moves to mate, and Plies of half-moves; absent for a draw. */
  mate?: number;
  plies?: number;
}

/** TableMove is a legal move and its value for the side that plays it. */
export interface TableMove extends TableValue {
  move: string;
  san: string;
}

/** TablesAnswer is the value of a position in endgame tables for the side to move, the line to the mate, and the value of each legal move, the best first. */
export interface TablesAnswer extends TableValue, Notes {
  variant: string;
  position: string;
  /** the name of the table, such as KQKR */
  material: string;
  turn: Colour;
  /** Fifty is set if the fifty-move rule, which the tables ignore, may apply before the mate. */
  fifty?: boolean;
  sentence: string;
  /** best play in UCI notation; empty for a draw */
  line: string[];
  san: string[];
  moves: TableMove[];
}

/** TablesOf lists the endgame tables of a rule set by name. */
export interface TablesOf {
  variant: string;
  materials: string[];
}

/** TablesList lists the endgame tables by rule set. */
export interface TablesList {
  tables: TablesOf[];
}

/** PositionVerdict is the result of a position of a game. */
export interface PositionVerdict {
  score: Score;
  depth: number;
  /** The best line, in UCI notation and SAN; empty if the game is over. */
  moves: string[];
  san: string[];
}

/** GameAnalysis is the state of an analysis of a whole game by workers. */
export interface GameAnalysis {
  /** ID identifies it. Anybody who knows it may read or withdraw the analysis. */
  id: string;
  state: "waiting" | "running" | "done" | "failed" | "withdrawn";
  /** Place is its place in the queue while it waits, from 1. */
  place: number;
  /** Done of Total positions are analysed: the one before each half-move, and the last. */
  done: number;
  total: number;
  /** Workers is the number of games that workers can analyse at the same time. With 0 it waits for a worker. */
  workers: number;
  /** per position */
  nodes: number;
  /** Found has the results from From half-moves on. */
  from: number;
  found: PositionVerdict[];
}

/** GameAnalysts is the availability of workers that analyse whole games. */
export interface GameAnalysts {
  /** Queue is set if the server has a queue for workers, which needs PostgreSQL. */
  queue: boolean;
  /** Workers is the number of games that workers can analyse at the same time, Waiting the number of queued games. */
  workers: number;
  waiting: number;
}

/** Place is a place in a text. */
export interface Place {
  /** from 1 */
  line: number;
  /** from 1, in characters */
  column: number;
  /** in bytes of the text from 0 */
  offset: number;
}

/** Failure is an error response: a code for programs and a message for people, which [Failure.In] formats. */
export interface Failure {
  code: string;
  message: string;
  said?: Message;
  /** of a position */
  faults?: Faults;
  /** Ply is the number of legal moves before the illegal one. */
  ply?: number;
  /** Place is the place of the error in a text. */
  place?: Place;
  /** Request is the id of the request in the server's log. */
  request?: string;
}

/** Failed is the response to a request that failed. */
export interface Failed {
  error: Failure;
}

/** Opponent is the sort of opponent of a new game. */
export type Opponent = "computer" | "friend" | "open" | "self";

/** NewGame is the request to create a game. */
export interface NewGame {
  /** may be left out if the position is link text */
  variant: string;
  /** the rule set's start if empty; link text too */
  position?: string;
  opponent: Opponent;
  /** of the computer */
  level?: number;
  /** defaults to random */
  colour?: Colour | "random";
  control?: Control;
  name?: string;
  /** Keep is the number of days that an open challenge waits while its creator is away; at 0 it ends when they leave. */
  keep?: number;
}

/** JoinRequest is the request to join a game. */
export interface JoinRequest {
  /** not needed for an open game */
  token?: string;
  name?: string;
}

/** PlayedMove is a move of a game. */
export interface PlayedMove {
  /** UCI notation */
  move: string;
  san: string;
  /** its effects, as a sentence */
  text: string;
  /** of the position after the move */
  key: string;
  /** server time */
  at: number;
  clock?: number;
}

/** Clocks are the times left at the server time At, in milliseconds. The time of the running side decreases from then on. */
export interface Clocks {
  white: number;
  black: number;
  running: Colour | null;
  at: number;
}

/** Offers are the pending offers, by the side that made them. */
export interface Offers {
  draw?: Colour;
  takeback?: Colour;
  rematch?: Colour;
}

/** Subject is the subject of an offer. */
export type Subject = "draw" | "takeback" | "rematch";

/** EndedOffer is an offer that was withdrawn by the side that made it, or declined by the other. */
export interface EndedOffer {
  what: Subject;
  of: Colour;
  by: Colour;
}

/** Undo is the number of moves left after a takeback by each side, absent if there is nothing to take back. */
export interface Undo {
  white?: number;
  black?: number;
}

/** Thinking is set if the computer is to move. Place is the number of games before this one in its queue; at 0 it thinks. */
export interface Thinking {
  place: number;
}

/** Returned is the time that the side to move got back after a restart of the server. */
export interface Returned {
  side: Colour;
  /** in milliseconds */
  time: number;
  message: string;
}

/** Snapshot is the state of a game for one client. */
export interface Snapshot extends OwnRules {
  id: string;
  variant: string;
  start: string;
  /** the move before the start in UCI notation, if known */
  lastMove?: string;
  /** number of omitted moves, which the client has */
  from?: number;
  moves: PlayedMove[];
  position: string;
  key: string;
  ply: number;
  /** number of takebacks */
  takebacks: number;
  turn: Colour;
  players: Players;
  /** of the client */
  seat: Side;
  control: Control | null;
  clocks: Clocks | null;
  offers: Offers;
  /** what the client may not offer before their next move */
  barred?: Subject[];
  /** recently ended offers */
  ended?: EndedOffer[];
  undo: Undo;
  result: GameResult | null;
  /** reasons for which a draw may be claimed */
  claim?: string[];
  /** for the creator, while a seat is free */
  invite?: string;
  open: boolean;
  /** days that it waits while its creator is away */
  keep?: number;
  /** the rematch */
  next?: string;
  spectators: number;
  created: number;
  thinking?: Thinking;
  /** until the next move */
  returned?: Returned;
}

/** OneGame is the response with a game. */
export interface OneGame {
  game: Snapshot;
  /** about its starting position */
  notices?: string[];
}

/** Challenges is the response with the open games. */
export interface Challenges {
  games: Challenge[];
}

/** Seek is a request to be paired with the next player who wants the same game and time control. */
export interface Seek {
  /** a built-in one */
  variant: string;
  control: Control | null;
  name?: string;
}

/** Pairing is the state of a seek: waiting, paired, or ended with an error. */
export interface Pairing {
  type: "waiting" | "paired" | "error";
  /** after pairing */
  game?: string;
  /** of an error */
  code?: string;
  /** of an error */
  message?: string;
}

/** SeekCount is the number of players who seek a game and time control. */
export interface SeekCount {
  variant: string;
  control: Control | null;
  count: number;
}

/** Seeks is the response with the seeks. */
export interface Seeks {
  seeks: SeekCount[];
}

/** PlayingGame is a running game in a list, without its moves. */
export interface PlayingGame extends OwnRules {
  id: string;
  variant: string;
  players: Players;
  control: Control | null;
  clocks: Clocks | null;
  turn: Colour;
  ply: number;
  position: string;
  spectators: number;
  /** State is the position without legal moves, so that clients without the rules can draw it, and Last the last move. */
  state?: State;
  last?: Step;
}

/** Playing is the response with the running games. */
export interface Playing {
  games: PlayingGame[];
  /** server time */
  now: number;
}

/** PremovesRequest asks for the possible premoves of the side that is not to move. */
export interface PremovesRequest {
  variant: string;
  position?: string;
  study?: boolean;
}

/** Premoves are the possible destinations of each piece of the side that is not to move, after any move of the other side. A king that could castle also has the square of the rook. */
export interface Premoves {
  /** by the square of the piece, sorted */
  to: Record<string, string[]>;
}

/** Notice is a notice of the operator to everybody. */
export interface Notice {
  text: string;
  /** when it was published */
  at: number;
  /** when it expires; 0 is never */
  until?: number;
}

/** Notices is the current notice; an empty text means none. */
export interface Notices {
  notice: Notice;
}

/** PrivacySection is a section with a heading and paragraphs. */
export interface PrivacySection {
  title: string;
  text: string[];
}

/** Privacy is the privacy policy of a server. */
export interface Privacy {
  /** Operator and Contact of the server, if configured. */
  operator?: string;
  contact?: string;
  sections: PrivacySection[];
}

/** Summaries is the response with the client's games. */
export interface Summaries {
  games: Summary[];
}

/** AheadRequest sets the conditional moves of a correspondence game: lines that begin with a move of the opponent and end with one's own. Ply, Takebacks and Key identify the position, as for a move. */
export interface AheadRequest {
  ply: number;
  takebacks: number;
  key: string;
  lines: string[][];
}

/** Ahead is the conditional moves of a player, in UCI notation, after Ply half-moves of the game. Only the player sees them. */
export interface Ahead {
  ply: number;
  takebacks: number;
  lines: string[][];
}

/** PushKey is the public key for push subscriptions, in base64url. */
export interface PushKey {
  key: string;
}

/** PushSubscription is a browser's push subscription: the URL of its push service, and its keys in base64url. */
export interface PushSubscription {
  endpoint: string;
  /** p256dh */
  key: string;
  auth: string;
}

/** PushEndpoint identifies a subscription. */
export interface PushEndpoint {
  endpoint: string;
}

/** NewStudy is a study to save on the server: its chapters as PGN. */
export interface NewStudy {
  pgn: string;
}

/** StudyChange replaces a version of a study. */
export interface StudyChange {
  version: number;
  pgn: string;
}

/** StudyInfo is a saved study. */
export interface StudyInfo {
  id: string;
  title: string;
  /** from 1, incremented with each change */
  version: number;
  created: number;
  updated: number;
  /** omitted in the response to a change */
  pgn?: string;
}

/** OneStudy is the response with a study. */
export interface OneStudy {
  study: StudyInfo;
  /** Secret allows changes to the study; it is sent once, to its creator. */
  secret?: string;
}

/** HandleRequest is a request about a line or game. */
export interface HandleRequest {
  handle: number;
}

/** HeldLine is an open line. */
export interface HeldLine extends LineAnswer {
  handle: number;
}

/** PushRequest adds moves to a line. */
export interface PushRequest {
  handle: number;
  moves: string[];
  /** return only the last step */
  last?: boolean;
}

/** PopRequest removes moves from a line until Ply are left. */
export interface PopRequest {
  handle: number;
  ply: number;
  /** return the step that led there */
  last?: boolean;
}

/** LineChange is the result of changing a line: the steps added, and the new state. */
export interface LineChange {
  steps: Step[];
  state: State;
}

/** LocalSeat is a player of a game on one device: the computer, if it has a level, or a person. */
export interface LocalSeat {
  name?: string;
  /** its level */
  computer?: number;
}

/** LocalGame creates a game on one device. */
export interface LocalGame {
  id: string;
  variant: string;
  /** the rule set's start if empty; link text too */
  position?: string;
  control?: Control;
  white: LocalSeat;
  black: LocalSeat;
  now: number;
}

/** OpenGameRequest reopens a saved game on one device. Its clock was paused. */
export interface OpenGameRequest {
  /** Events are those of all previous responses, in order. */
  events?: unknown[];
  now: number;
}

/** At identifies the state of the game that a message refers to, by the number of moves and takebacks. */
export interface At {
  ply: number;
  takebacks: number;
}

/** OfferAction is an action on an offer. */
export type OfferAction = "offer" | "accept" | "decline" | "withdraw";

/** LocalCommand is a command in a game on one device. */
export interface LocalCommand extends At {
  handle: number;
  now: number;
  type: "move" | "resign" | "draw" | "claim" | "takeback" | "abort" | "redo" | "pause" | "resume";
  /** of the position a move is played in */
  key?: string;
  /** of a move */
  move?: string;
  /** of a draw or a takeback */
  do?: OfferAction;
}

/** GameAtRequest asks for a game at a time. */
export interface GameAtRequest {
  handle: number;
  now: number;
}

/** AgainRequest creates a rematch with colours swapped. */
export interface AgainRequest {
  handle: number;
  /** of the new game */
  id: string;
  now: number;
}

/** Task is a task for the engine: to choose a move, or to judge a draw offer. */
export interface Task extends At {
  /** judge a draw offer */
  judge?: boolean;
  side: Colour;
  level: number;
  key: string;
  turn: Colour;
  limits: SearchLimits;
}

/** TaskDone is the result of a task: a move, or the score for the side to move in centipawns. */
export interface TaskDone {
  handle: number;
  now: number;
  task: Task;
  move?: string;
  score?: number;
}

/** HeldGame is a game on one device after a request. */
export interface HeldGame {
  handle: number;
  game: Snapshot;
  /** Events are new. The page saves them, and sends them to reopen the game. */
  events: unknown[];
  /** time of the last event */
  updated: number;
  task?: Task;
  /** Deadline is when the clock changes the game. */
  deadline?: number;
  /** Hint limits the search for a hint. */
  hint: SearchLimits;
  /** Refused is the error of a rejected command. */
  refused?: Failure;
}

/** LanguageRequest sets the language of all further responses: its tag, the entries of its catalogue, and shared rulebook texts by name. English needs neither. */
export interface LanguageRequest {
  language: string;
  catalogue?: Record<string, string>;
  rulebooks?: Record<string, string>;
}

/** Language is the language of the responses. */
export interface Language {
  language: string;
}

/** Licence is a third-party component and its licence. */
export interface Licence {
  name: string;
  version?: string;
  part: "program" | "page";
  /** Text is the licence and the notices of its authors. */
  text?: string;
}

/** Licences lists the third-party components. */
export interface Licences {
  licences: Licence[];
}

/** OEmbed tells another site how to embed a link, see oembed.com. */
export interface OEmbed {
  /** 1.0 */
  version: string;
  /** rich */
  type: string;
  title: string;
  provider_name: string;
  provider_url: string;
  /** in seconds */
  cache_age: number;
  /** in pixels */
  width: number;
  height: number;
  /** an iframe */
  html: string;
}

/** PGNShape is a circle around a square, or an arrow to another. */
export interface PGNShape {
  colour: "green" | "red" | "yellow" | "blue";
  from: string;
  to?: string;
}

/** PGNEval is an evaluation from White's point of view: centipawns, or moves to mate, negative if Black mates. */
export interface PGNEval {
  cp?: number;
  mate?: number;
  depth?: number;
}

/** Heading is part of every client message. */
export interface Heading {
  type: string;
  /** the client's number, echoed in the response */
  n: number;
  game?: string;
}

/** AbortRequest aborts a game that has not begun. */
export interface AbortRequest extends Heading {
  type: "abort";
}

/** ClaimRequest claims a draw. */
export interface ClaimRequest extends Heading, At {
  type: "claim";
}

/** DrawOfferRequest offers a draw or answers an offer. */
export interface DrawOfferRequest extends Heading, At {
  type: "draw";
  do: OfferAction;
}

/** GoneRequest claims the game, or a draw, because the opponent has left. */
export interface GoneRequest extends Heading, At {
  type: "gone";
  draw?: boolean;
}

/** MoveRequest plays a move. */
export interface MoveRequest extends Heading, At {
  type: "move";
  /** of the position the move is played in */
  key: string;
  move: string;
}

/** PingRequest asks for the server time. */
export interface PingRequest extends Heading {
  type: "ping";
}

/** RematchRequest offers a rematch or answers an offer. */
export interface RematchRequest extends Heading {
  type: "rematch";
  do: OfferAction;
}

/** ResignRequest resigns. */
export interface ResignRequest extends Heading {
  type: "resign";
}

/** Phrase is a fixed message between players. There is no free text, so nothing needs moderation. */
export type Phrase = "hello" | "good-luck" | "have-fun" | "well-played" | "good-game" | "thanks" | "oops" | "sorry" | "one-moment" | "take-your-time" | "goodbye";

/** SayRequest sends a phrase to the opponent. */
export interface SayRequest extends Heading {
  type: "say";
  phrase: Phrase;
}

/** SyncRequest asks for the game, without the moves that the client has. */
export interface SyncRequest extends Heading, At {
  type: "sync";
}

/** TakebackRequest offers a takeback or answers an offer. */
export interface TakebackRequest extends Heading, At {
  type: "takeback";
  do: OfferAction;
}

/** ClientMessage is a message of a client on a socket, one of the types below, by the name in Type. */
export type ClientMessage =
  | AbortRequest
  | ClaimRequest
  | DrawOfferRequest
  | GoneRequest
  | MoveRequest
  | PingRequest
  | RematchRequest
  | ResignRequest
  | SayRequest
  | SyncRequest
  | TakebackRequest;

/** GameMessage is the whole game: at first, on request, and after changes other than moves. */
export interface GameMessage {
  type: "game";
  game: Snapshot;
}

/** MoveMessage is a move. */
export interface MoveMessage {
  type: "move";
  game: string;
  /** after it */
  ply: number;
  move: PlayedMove;
  position: string;
  clocks: Clocks | null;
  undo: Undo;
  claim?: string[];
}

/** HereMessage is who is connected. */
export interface HereMessage {
  type: "here";
  white: boolean;
  black: boolean;
  spectators: number;
  /** WhiteClaim and BlackClaim are the server times at which the opponent may claim the game because the player has left; 0 if they may not. */
  whiteClaim?: number;
  blackClaim?: number;
}

/** SaidMessage is a phrase of a player. */
export interface SaidMessage {
  type: "said";
  by: Colour;
  phrase: Phrase;
  message: string;
}

/** ThinkingMessage is the number of games before this one in the computer's queue; at 0 it thinks. */
export interface ThinkingMessage {
  type: "thinking";
  place: number;
}

/** DoneMessage acknowledges a request that is done and saved. */
export interface DoneMessage {
  type: "done";
  n: number;
}

/** ErrorMessage is why a request was rejected or the connection ends. */
export interface ErrorMessage {
  type: "error";
  n?: number;
  code: string;
  message: string;
}

/** PongMessage answers a ping with the server's time. */
export interface PongMessage {
  type: "pong";
  n: number;
  now: number;
}

/** ByeMessage announces that the server shuts down; the client reconnects. */
export interface ByeMessage {
  type: "bye";
  message: string;
}

/** ReconnectMessage asks the client to reconnect at once, because its node shuts down and another takes over. Shortly after, the connection is closed with code 1012. */
export interface ReconnectMessage {
  type: "reconnect";
}

/** NoticeMessage is a notice of the operator to everybody; one without text withdraws the last. */
export interface NoticeMessage {
  type: "notice";
  notice: Notice;
}

/** ServerMessage is a message of the server on a socket, one of the types below. Each has its name in Type. */
export type ServerMessage =
  | GameMessage
  | MoveMessage
  | HereMessage
  | SaidMessage
  | ThinkingMessage
  | DoneMessage
  | ErrorMessage
  | PongMessage
  | ByeMessage
  | ReconnectMessage
  | NoticeMessage;
