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

/** VariantInfo is a rule set: its names, its squares with their places, and the pins where boards move. */
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
  /** Definition is the canonical form of a rule set that somebody has written, and stands for it wherever a name does; Hash names that form. */
  definition?: string;
  hash?: string;
}

/** VariantList is the rule sets. */
export interface VariantList {
  variants: VariantInfo[];
}

/** BotToken is what a program is known by: it stands behind Bearer in the header Authorization of everything it asks. */
export interface BotToken {
  token: string;
}

/** OwnRules is what is told of the rules of a game, beside their name, where they do not come with the program but somebody has written them. */
export interface OwnRules {
  /** the canonical form, in JSON */
  definition?: string;
  /** which names that form */
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
  /** session length: Initial is added after every Moves moves; 0 for the whole game */
  moves?: number;
}

/** Challenge is a game that anybody may join. */
export interface Challenge extends OwnRules {
  id: string;
  variant: string;
  /** the free one */
  colour: Colour;
  control: Control | null;
  name: string;
  created: number;
}

/** PlayerInfo is who sits on a seat. */
export interface PlayerInfo {
  name: string;
  /** its level */
  computer?: number;
  /** and watching; the computer always is */
  here: boolean;
  /** Claim is when the opponent may claim the game because this one is gone, by the server's time; 0 if they may not. */
  claim?: number;
}

/** Players are both seats; nil is a free one. */
export interface Players {
  white: PlayerInfo | null;
  black: PlayerInfo | null;
}

/** Side is a colour as it goes over the wire, or what holds both, or nobody. Nobody is written as null. */
export type Side = "white" | "black" | "both" | null;

/** GameResult is how a game ended, in codes and in a sentence that is made of them when it is told. A game that was aborted has no result, only a reason. */
export interface GameResult {
  result: Result;
  reason: string;
  /** whose mate, resignation, flag or abort it was, if anybody's */
  side?: Colour;
  sentence: string;
}

/** Summary is a game in a list of somebody's games. */
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

/** BotEvent tells a program of a challenge that anybody may accept, or that one of its games begins or ends. */
export interface BotEvent {
  type: "challenge" | "start" | "finish";
  challenge?: Challenge;
  game?: Summary;
}

/** GalleryEntry is a definition that comes with the program as a good beginning. */
export interface GalleryEntry {
  name: string;
  title: string;
  /** what is different from chess, in one line */
  summary: string;
  /** what makes it interesting, in one sentence */
  why: string;
  /** Definition is its canonical form, which stands for a rule set wherever one is named. */
  definition: string;
  hash: string;
}

/** Gallery is the definitions that come with the program, in the order in which they are shown. */
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
  /** such as "4.10" */
  number?: string;
  title: string;
  body: Block[];
  /** From is the rule set of another rulebook that this rule is included from, and Source its number there. */
  from?: string;
  /** those that hold it */
  tests?: Test[];
}

/** Section is a part of a rulebook. */
export interface Section {
  /** such as "4" */
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

/** Rulebook is the rulebook of a rule set, with what its diagrams show. */
export interface Rulebook extends Book {
}

/** PositionRequest asks for a position: the rule set's own text, or link text. */
export interface PositionRequest {
  /** may be left out if the position is link text */
  variant: string;
  position?: string;
  study?: boolean;
}

/** LineRequest asks for a line of moves from a position. */
export interface LineRequest {
  /** may be left out if the position is link text */
  variant: string;
  /** the rule set's start if empty; link text too */
  position?: string;
  moves?: string[];
  /** take a position where a side has no king */
  study?: boolean;
}

/** PlanRequest asks for a plan: steps of the side to move, joined by semicolons, while the other side stands still. */
export interface PlanRequest {
  /** may be left out if the position is link text */
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
  /** whose turn it is then */
  turn: Colour;
}

/** PlanStep is a step of a plan and the position after it. */
export interface PlanStep extends Step {
  /** the step as it was given */
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

/** Notes are what comes with the text of a position that somebody asks about. */
export interface Notes {
  /** LastMove is the move that led there in UCI notation, if a link tells it. */
  lastMove?: string;
  /** Notices are what the reader must be told, such as a square that a link names twice, a side without a king, or an en passant capture. */
  notices?: string[];
}

/** State is a position and everything that can be played in it. */
export interface State extends Notes {
  variant: string;
  position: string;
  /** see [Key] */
  key: string;
  turn: Colour;
  /** Study tells that a side has no king, here or where the line began. */
  study: boolean;
  /** FEN letters by square */
  pieces: Record<string, string>;
  /** those that exist now */
  squares: string[];
  stands?: MountedBoard[];
  /** attacked kings of the side to move */
  checked: string[];
  moves: MoveInfo[];
  outcome: Outcome;
}

/** PlanFailure is a step of a plan that cannot be played, and why. */
export interface PlanFailure {
  /** counted from 1 */
  step: number;
  /** the step as it was given */
  given: string;
  code: string;
  /** the reason alone */
  message: string;
}

/** PlanAnswer is a plan as far as it can be played. It is no game: the state it leads to has no outcome, and it is again the same side's turn. */
export interface PlanAnswer extends Notes {
  start: string;
  /** whose plan it is; the other stands still */
  side: Colour;
  steps: PlanStep[];
  state: State;
  /** Failed is the first step that cannot be played, if there is one. */
  failed?: PlanFailure;
}

/** LineAnswer is a line of moves and where it leads. */
export interface LineAnswer extends Notes {
  start: string;
  steps: Step[];
  state: State;
}

/** LinkAnswer is what a link says. */
export interface LinkAnswer {
  variant: string;
  position: string;
  study: boolean;
  /** what the reader must be told */
  notices: string[];
  lastMove?: string;
}

/** First is what a page shows of a position before its rules have loaded. */
export interface First {
  /** Link is what the page's address says of the position, if it names one. */
  link?: LinkAnswer;
  state: State;
  /** After are the positions that the moves of the state lead to, in the same order, without moves of their own. */
  after: State[];
}

/** ExplainRequest asks why a move can or cannot be played: one given as text, or any from one square or pin to another. */
export interface ExplainRequest {
  variant: string;
  position?: string;
  study?: boolean;
  move?: string;
  from?: string;
  to?: string;
}

/** BoardRequest asks where the board on a pin may go. */
export interface BoardRequest {
  variant: string;
  position?: string;
  study?: boolean;
  pin: string;
}

/** BoardGoal is a pin that a board is to go to; its own stands for the half turn on the spot. What is not legal has its reason, a code and a sentence. */
export interface BoardGoal {
  pin: string;
  /** others are never reached in one move */
  neighbour: boolean;
  /** as the board stands, turned, or both */
  legal: boolean;
  code?: string;
  message?: string;
}

/** BoardAnswer tells of every pin whether the board on one may go there. */
export interface BoardAnswer {
  pin: string;
  /** in the order of the pins */
  goals: BoardGoal[];
}

/** Explanation tells why a move can or cannot be played. Where several legal moves may be meant, such as the promotions of a pawn, it lists them all: a text that does not say which is refused, two squares are not. */
export interface Explanation {
  legal: boolean;
  code?: string;
  message: string;
  moves: MoveInfo[];
  /** about the position */
  notices?: string[];
}

/** CheckRequest asks what is wrong with a position. */
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

/** Checked is what is wrong with a position that somebody is setting up. One without a king is a study and no fault. */
export interface Checked {
  /** as it is written; empty if there are faults */
  position?: string;
  faults: Faults;
  study: boolean;
  /** en passant captures that are possible */
  notices?: string[];
}

/** DefineRequest asks what a definition is: by its text in JSON, packed as it stands in a link, or that of a rule set that is known by name. The first that is given counts. */
export interface DefineRequest {
  text?: string;
  packed?: string;
  variant?: string;
  /** Kept tells that it comes from a link or a game: a name that has been given to another game since is a warning then, and not a fault. */
  kept?: boolean;
}

/** FieldFault is something to be told about a field of a definition, such as seam.kinds; without a field it is about the whole text. */
export interface FieldFault {
  field: string;
  message: string;
}

/** Defined is a definition as it has been read. One with faults has these, and nothing else but warnings. */
export interface Defined {
  /** the canonical form, in JSON */
  definition: string;
  /** the same for people */
  toml: string;
  hash: string;
  /** one word for a link */
  packed: string;
  /** Info is the rule set that the definition makes. */
  info?: VariantInfo;
  /** Differences say what is different from orthodox chess, in at most three lines. */
  differences: string[];
  faults: FieldFault[];
  /** what has no effect */
  warnings: FieldFault[];
}

/** ReadLinkRequest asks what a link says. */
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
  /** shown before it is played */
  move?: string;
  /** the move that led here, in UCI notation; a link's own if empty */
  lastMove?: string;
  flip?: boolean;
  /** light if not told */
  theme?: string;
  /** flat if not told */
  view?: string;
  /** in pixels */
  width?: number;
  coords?: boolean;
  /** Quadrants numbers the quadrants of the boards on pins. */
  quadrants?: boolean;
  /** Lang is the tag of the language in which it is described, such as de. */
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

/** PGNTag is one thing known about a game. */
export interface PGNTag {
  name: string;
  value: string;
}

/** PGNNode is a move in a game and what is said about it. The first child goes on with the main line, the others are played instead of it. Its JSON is as deep as the game is long. It is read and written without recursion, since a browser's stack is small. */
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

/** PGNNote is something to be said about a place in a text. */
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

/** PGNGame is a game record: where it starts, what is known about it, and its moves as a tree. */
export interface PGNGame {
  variant: string;
  start: string;
  /** a side has no king at the start */
  study?: boolean;
  /** without those that follow from the rest */
  tags: PGNTag[];
  result: string;
  /** Root is the start: its comment is what is said before the first move. */
  root: PGNNode;
  /** Warnings tell what had to be guessed in the reading. */
  warnings?: PGNNote[];
}

/** PGNGames are the games of a text. */
export interface PGNGames {
  games: PGNGame[];
  /** Skipped tells of games that could not be read, and why. */
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

/** SearchLimits says when a search stops; times are in milliseconds. Without any it goes on until it is told to, or for a second if a move is to be chosen. */
export interface SearchLimits {
  time?: number;
  depth?: number;
  nodes?: number;
  /** what the clocks say */
  white?: number;
  black?: number;
  whiteIncrement?: number;
  blackIncrement?: number;
}

/** SearchRequest asks the engine about the position a line leads to. With Choose or a level it answers as an opponent does: from the book where it can, and as well as its level. Otherwise it analyses at full strength. */
export interface SearchRequest extends LineRequest {
  multipv?: number;
  level?: number;
  choose?: boolean;
  limits: SearchLimits;
  /** Among, if there are any, are the moves that are looked at, in UCI notation. */
  among?: string[];
}

/** Score is a score for the side to move: centipawns, or moves to mate, which are negative for the side that is mated. */
export type Score = { cp: number; mate?: never } | { mate: number; cp?: never };

/** SearchInfo is what is known so far about one line of play. */
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

/** SearchResult is the move found. */
export interface SearchResult {
  move: string;
  san: string;
  /** the reply it expects */
  ponder?: string;
}

/** Contribution is what a piece adds to a score. */
export interface Contribution {
  square: string;
  /** its letter, as a position's text has it */
  piece: string;
  score: number;
}

/** Evaluation is what a position is worth as it stands, without looking ahead, and what each piece contributes to that: by how much White would be worse off without it. All are centipawns for White. Contributions and Together, which is what only all pieces together are worth, add up to the score. */
export interface Evaluation {
  score: number;
  pieces: Contribution[];
  together: number;
}

/** TableResult is how a position ends by best play, for the side whose move it is. */
export type TableResult = "win" | "draw" | "loss" | "unknown";

/** TableValue is what endgame tables know of a position or of a move. */
export interface TableValue {
  result: TableResult;
  /** Mate is in how many moves the mate comes, and Plies in how many half-moves; of a draw there are none. */
  mate?: number;
  plies?: number;
}

/** TableMove is a legal move, and what it is worth to the side that plays it. */
export interface TableMove extends TableValue {
  move: string;
  san: string;
}

/** TablesAnswer is what endgame tables know of a position: its value for the side to move, the whole line to the mate, and what each legal move is worth, the best first. */
export interface TablesAnswer extends TableValue, Notes {
  variant: string;
  position: string;
  /** the name of the table, such as KQKR */
  material: string;
  turn: Colour;
  /** Fifty tells that the fifty-move rule may come before the mate: the tables know nothing of it. */
  fifty?: boolean;
  sentence: string;
  /** in UCI notation, the best of both sides; of a draw there is none */
  line: string[];
  san: string[];
  moves: TableMove[];
}

/** TablesOf is which endgame tables there are of a rule set, by their names. */
export interface TablesOf {
  variant: string;
  materials: string[];
}

/** TablesList is which endgame tables there are, by rule set. */
export interface TablesList {
  tables: TablesOf[];
}

/** PositionVerdict is what was found in a position of a game. */
export interface PositionVerdict {
  score: Score;
  depth: number;
  /** The line that is expected, in UCI notation and as people write it; empty where the game is over. */
  moves: string[];
  san: string[];
}

/** GameAnalysis is how it stands with an analysis of a whole game by workers. */
export interface GameAnalysis {
  /** ID names it. Whoever has it may look, and withdraw it. */
  id: string;
  state: "waiting" | "running" | "done" | "failed" | "withdrawn";
  /** Place is its place in the queue while it waits: 1 is next. */
  place: number;
  /** Done of Total positions are known: that before each half-move and that after the last. */
  done: number;
  total: number;
  /** Workers is how many games workers can analyse at a time now. With 0 it waits until there is one. */
  workers: number;
  /** searched for each position */
  nodes: number;
  /** Found is what is known of the positions after From half-moves and later. */
  from: number;
  found: PositionVerdict[];
}

/** GameAnalysts tells whether whole games are analysed by workers. */
export interface GameAnalysts {
  /** Queue is whether the server has a queue that workers take from: one with a database of its own alone has none. */
  queue: boolean;
  /** Workers is how many games workers can analyse at a time now, Waiting how many wait. */
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

/** Failure is why there is no answer: a code for programs, and a message for people, whose sentence [Failure.In] sets. */
export interface Failure {
  code: string;
  message: string;
  said?: Message;
  /** of a position */
  faults?: Faults;
  /** Ply is how many moves could be played before the one that could not. */
  ply?: number;
  /** Place is where in a text the fault lies. */
  place?: Place;
  /** Request names the request that failed, to be found in the server's log. */
  request?: string;
}

/** Failed is a failure in place of an answer. */
export interface Failed {
  error: Failure;
}

/** Opponent is whom a new game is against. */
export type Opponent = "computer" | "friend" | "open" | "self";

/** NewGame says what game to create. It is the body of the request. */
export interface NewGame {
  /** may be left out if the position is link text */
  variant: string;
  /** the rule set's start if empty; link text too */
  position?: string;
  opponent: Opponent;
  /** of the computer */
  level?: number;
  /** nothing means random */
  colour?: Colour | "random";
  control?: Control;
  name?: string;
  /** Keep is for how many days an open challenge waits while its maker is away; without it, it ends when they leave. */
  keep?: number;
}

/** JoinRequest is what somebody who joins brings. It is the body of the request. */
export interface JoinRequest {
  /** not needed for an open game */
  token?: string;
  name?: string;
}

/** PlayedMove is a move of a game in play. */
export interface PlayedMove {
  /** UCI notation */
  move: string;
  san: string;
  /** in words */
  text: string;
  /** of the position after it */
  key: string;
  /** when it was played, by the server's time */
  at: number;
  clock?: number;
}

/** Clocks are the times left, as they were at a moment: a side that is running has what is written, less what has passed since At. */
export interface Clocks {
  white: number;
  black: number;
  running: Colour | null;
  at: number;
}

/** Offers are the offers that stand, each by who made it. */
export interface Offers {
  draw?: Colour;
  takeback?: Colour;
  rematch?: Colour;
}

/** Subject is what an offer is about. */
export type Subject = "draw" | "takeback" | "rematch";

/** EndedOffer is an offer that was ended before it was accepted: withdrawn by the side that had made it, or declined by the other. */
export interface EndedOffer {
  what: Subject;
  of: Colour;
  by: Colour;
}

/** Undo is to how many moves a takeback by each side would lead; none where there is nothing to take back. */
export interface Undo {
  white?: number;
  black?: number;
}

/** Thinking tells that the computer is to move, and how many games are before this one; with 0 it thinks. */
export interface Thinking {
  place: number;
}

/** Returned tells that the server was away, and what the side to move was given back for it. */
export interface Returned {
  side: Colour;
  /** in milliseconds */
  time: number;
  message: string;
}

/** Snapshot is a whole game as one of those who watch may see it. */
export interface Snapshot extends OwnRules {
  id: string;
  variant: string;
  start: string;
  /** what led to the start, in UCI notation, if it is known */
  lastMove?: string;
  /** how many moves are left out, since the one who asks has them */
  from?: number;
  moves: PlayedMove[];
  position: string;
  key: string;
  ply: number;
  /** how many there have been */
  takebacks: number;
  turn: Colour;
  players: Players;
  /** of the one who asks */
  seat: Side;
  control: Control | null;
  clocks: Clocks | null;
  offers: Offers;
  /** what the one who asks may not offer before moving again */
  barred?: Subject[];
  /** offers that were ended and have not been forgotten yet */
  ended?: EndedOffer[];
  undo: Undo;
  result: GameResult | null;
  /** a draw that may be claimed now */
  claim?: string[];
  /** only to who may give it away, while a seat is free */
  invite?: string;
  open: boolean;
  /** for how many days it waits while its maker is away */
  keep?: number;
  /** the rematch */
  next?: string;
  spectators: number;
  created: number;
  thinking?: Thinking;
  /** until the next move */
  returned?: Returned;
}

/** OneGame answers with a game. */
export interface OneGame {
  game: Snapshot;
  /** about the position it begins with */
  notices?: string[];
}

/** Challenges answers with the games that anybody may join. */
export interface Challenges {
  games: Challenge[];
}

/** Seek is what somebody wants to play who is to be paired with the next who wants the same: a game and a clock. */
export interface Seek {
  /** one of those that come with the program */
  variant: string;
  control: Control | null;
  name?: string;
}

/** Pairing is what one who waits to be paired is told: that they wait, that a game has begun, or why they wait no more. */
export interface Pairing {
  type: "waiting" | "paired" | "error";
  /** that has begun */
  game?: string;
  /** of an error */
  code?: string;
  /** of an error */
  message?: string;
}

/** SeekCount is how many wait for a game and a clock. */
export interface SeekCount {
  variant: string;
  control: Control | null;
  count: number;
}

/** Seeks answers with who waits to be paired. */
export interface Seeks {
  seeks: SeekCount[];
}

/** PlayingGame is a game that is being played, as it is shown in the list of those: how it stands, without its moves. */
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
  /** State is the position without its moves, so that it can be drawn by one who does not know the rules, and Last the move that led there. */
  state?: State;
  last?: Step;
}

/** Playing answers with the games that are being played. */
export interface Playing {
  games: PlayingGame[];
  /** the server's time, by which the clocks are read */
  now: number;
}

/** PremovesRequest asks where pieces of the side that is not to move could go next. */
export interface PremovesRequest {
  variant: string;
  position?: string;
  study?: boolean;
}

/** Premoves are the squares to which each piece of the side that is not to move could go after some answer of the other side. A king that could castle also has the square of the rook. */
export interface Premoves {
  /** by the square a piece stands on, sorted */
  to: Record<string, string[]>;
}

/** Notice is what the operator of a server has to say to everybody. */
export interface Notice {
  text: string;
  /** when it was said */
  at: number;
  /** when it no longer holds; 0 is never */
  until?: number;
}

/** Notices is the notice that holds, none with an empty text. */
export interface Notices {
  notice: Notice;
}

/** PrivacySection is a part of what is told, with a heading and paragraphs. */
export interface PrivacySection {
  title: string;
  text: string[];
}

/** Privacy tells what a server keeps about those who use it. */
export interface Privacy {
  /** Operator is who runs the server and Contact how to reach them, if they have said so. */
  operator?: string;
  contact?: string;
  sections: PrivacySection[];
}

/** Summaries answers with the games of who asks. */
export interface Summaries {
  games: Summary[];
}

/** AheadRequest says what a player of a game of days will answer: lines that begin with a move of the opponent and end with one's own. Ply, Takebacks and Key name the position they begin in, as with a move. */
export interface AheadRequest {
  ply: number;
  takebacks: number;
  key: string;
  lines: string[][];
}

/** Ahead is what a player has said ahead; only they are told. The moves are in UCI notation, and begin after so many half-moves of the game. */
export interface Ahead {
  ply: number;
  takebacks: number;
  lines: string[][];
}

/** PushKey is the key that browsers subscribe with, in base64url. */
export interface PushKey {
  key: string;
}

/** PushSubscription is what a browser gives so that it can be told something: the address of its push service, and its keys in base64url. */
export interface PushSubscription {
  endpoint: string;
  /** p256dh */
  key: string;
  auth: string;
}

/** PushEndpoint names a subscription. */
export interface PushEndpoint {
  endpoint: string;
}

/** NewStudy is a study to be kept by the server: its chapters as PGN. */
export interface NewStudy {
  pgn: string;
}

/** StudyChange replaces the text of a study that has a version. */
export interface StudyChange {
  version: number;
  pgn: string;
}

/** StudyInfo is a study that the server keeps. */
export interface StudyInfo {
  id: string;
  title: string;
  /** 1 at first, one more with each change */
  version: number;
  created: number;
  updated: number;
  /** not told to who has just sent it */
  pgn?: string;
}

/** OneStudy is the answer about a study. */
export interface OneStudy {
  study: StudyInfo;
  /** Secret lets one change the study; only who has made it is told, once. */
  secret?: string;
}

/** HandleRequest is about something that is held. */
export interface HandleRequest {
  handle: number;
}

/** HeldLine is a line that has been opened. */
export interface HeldLine extends LineAnswer {
  handle: number;
}

/** PushRequest adds moves to a line that is held. */
export interface PushRequest {
  handle: number;
  moves: string[];
  /** only the last of the steps is told */
  last?: boolean;
}

/** PopRequest takes moves off a line that is held, until so many are left. */
export interface PopRequest {
  handle: number;
  ply: number;
  /** the step that led there is told */
  last?: boolean;
}

/** LineChange is what became of a line that is held: the steps that were added, and where it leads now. */
export interface LineChange {
  steps: Step[];
  state: State;
}

/** LocalSeat is who sits at a colour of a game at one screen: the computer, if it has a level, or a person. */
export interface LocalSeat {
  name?: string;
  /** its level */
  computer?: number;
}

/** LocalGame asks for a game at one screen. */
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

/** OpenGameRequest takes up a game at one screen that was kept. Its clock stood meanwhile. */
export interface OpenGameRequest {
  /** Events are all that the answers have told of, in order. */
  events?: unknown[];
  now: number;
}

/** At is which state of the game a message was meant for: after how many moves and takebacks. */
export interface At {
  ply: number;
  takebacks: number;
}

/** OfferAction is what is done with an offer. */
export type OfferAction = "offer" | "accept" | "decline" | "withdraw";

/** LocalCommand is what somebody does in a game at one screen. */
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

/** GameAtRequest asks about a game that is held at a moment. */
export interface GameAtRequest {
  handle: number;
  now: number;
}

/** AgainRequest asks for a game like one that is held, with colours swapped. */
export interface AgainRequest {
  handle: number;
  /** of the new game */
  id: string;
  now: number;
}

/** Task is what the computer is to think about: a move, or an offer of a draw. */
export interface Task extends At {
  /** the offer, rather than a move */
  judge?: boolean;
  side: Colour;
  level: number;
  key: string;
  turn: Colour;
  limits: SearchLimits;
}

/** TaskDone is what the computer has found: a move, or the score of the position for the side to move in centipawns. */
export interface TaskDone {
  handle: number;
  now: number;
  task: Task;
  move?: string;
  score?: number;
}

/** HeldGame is a game at one screen and what came of a request. */
export interface HeldGame {
  handle: number;
  game: Snapshot;
  /** Events have happened with this request. They are to be kept, and to be given back to open the game again. */
  events: unknown[];
  /** when the last event happened */
  updated: number;
  task?: Task;
  /** Deadline is when time alone changes the game. */
  deadline?: number;
  /** Hint is how long a hint may take. */
  hint: SearchLimits;
  /** Refused is why nothing came of a command. */
  refused?: Failure;
}

/** LanguageRequest sets the language of the answers from then on: its tag, its catalogue, an entry for each code, and by name the texts of rulebooks that others share. English needs neither. */
export interface LanguageRequest {
  language: string;
  catalogue?: Record<string, string>;
  rulebooks?: Record<string, string>;
}

/** Language is the language of the answers. */
export interface Language {
  language: string;
}

/** Licence tells of something that others have written and Tain contains. */
export interface Licence {
  name: string;
  version?: string;
  part: "program" | "page";
  /** Text is its licence, and what else its authors want to be told. */
  text?: string;
}

/** Licences lists what others have written and Tain contains. */
export interface Licences {
  licences: Licence[];
}

/** OEmbed tells another site how to show a link of this one, see oembed.com. */
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
  /** a frame */
  html: string;
}

/** PGNShape is a circle round a square, or an arrow to another. */
export interface PGNShape {
  colour: "green" | "red" | "yellow" | "blue";
  from: string;
  to?: string;
}

/** PGNEval is how a position stands as White sees it: centipawns, or moves to mate, which are negative if Black mates. */
export interface PGNEval {
  cp?: number;
  mate?: number;
  depth?: number;
}

/** Heading is what every message of a page begins with. */
export interface Heading {
  type: string;
  /** the page's own number, echoed in the answer */
  n: number;
  game?: string;
}

/** AbortRequest ends a game that has not begun. */
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

/** GoneRequest claims the game because the opponent is gone, or a draw. */
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

/** PingRequest asks for the server's time. */
export interface PingRequest extends Heading {
  type: "ping";
}

/** RematchRequest offers another game or answers an offer. */
export interface RematchRequest extends Heading {
  type: "rematch";
  do: OfferAction;
}

/** ResignRequest gives the game up. */
export interface ResignRequest extends Heading {
  type: "resign";
}

/** Phrase is one of the few things players can say to each other. There is no free text: nobody is insulted, and nothing has to be read by an operator. */
export type Phrase = "hello" | "good-luck" | "have-fun" | "well-played" | "good-game" | "thanks" | "oops" | "sorry" | "one-moment" | "take-your-time" | "goodbye";

/** SayRequest says one of a few phrases to the opponent. */
export interface SayRequest extends Heading {
  type: "say";
  phrase: Phrase;
}

/** SyncRequest asks for the game. What has been played up to the moves and takebacks that the page knows is left out; with none it is the whole game. */
export interface SyncRequest extends Heading, At {
  type: "sync";
}

/** TakebackRequest asks for a takeback or answers that. */
export interface TakebackRequest extends Heading, At {
  type: "takeback";
  do: OfferAction;
}

/** ClientMessage is something a page says on a socket: one of the types below, by their name in Type. */
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

/** GameMessage tells the whole game: first, when asked, and after anything that is more than a move. */
export interface GameMessage {
  type: "game";
  game: Snapshot;
}

/** MoveMessage tells a move. */
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

/** HereMessage tells who watches. */
export interface HereMessage {
  type: "here";
  white: boolean;
  black: boolean;
  spectators: number;
  /** WhiteClaim and BlackClaim are when the absence of each may be claimed by the other, by the server's time; 0 if it may not. */
  whiteClaim?: number;
  blackClaim?: number;
}

/** SaidMessage tells what a player says to the other. */
export interface SaidMessage {
  type: "said";
  by: Colour;
  phrase: Phrase;
  message: string;
}

/** ThinkingMessage tells how many games the computer has to serve before this one; with 0 it thinks. */
export interface ThinkingMessage {
  type: "thinking";
  place: number;
}

/** DoneMessage tells that a request is done and saved. */
export interface DoneMessage {
  type: "done";
  n: number;
}

/** ErrorMessage tells why a request was refused, or why the connection ends. */
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

/** ByeMessage tells that the server shuts down; the client connects again. */
export interface ByeMessage {
  type: "bye";
  message: string;
}

/** ReconnectMessage tells the client to connect again at once: its node of the server ends, and another takes over. A moment later the connection is closed with the code 1012. */
export interface ReconnectMessage {
  type: "reconnect";
}

/** NoticeMessage tells what the operator of the server has to say to everybody; a notice without text says that the last one no longer holds. */
export interface NoticeMessage {
  type: "notice";
  notice: Notice;
}

/** ServerMessage is something a server says over a socket: one of the types below. Each carries its name in Type, so it is sent as its plain JSON. */
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
