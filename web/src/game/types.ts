// A live game as the server tells it. The Go package game writes exactly these.
import type { Colour, Result } from "../rules/types";

/** Milliseconds, or days for a game by correspondence. */
export interface Control {
  initial?: number;
  increment?: number;
  delay?: number;
  days?: number;
}

export interface PlayerInfo {
  name: string;
  /** The level, if it is the computer. */
  computer?: number;
  here: boolean;
}

export interface GameMove {
  move: string;
  san: string;
  text: string;
  key: string;
  at: number;
  clock?: number;
}

export interface Clocks {
  white: number;
  black: number;
  running: Colour | null;
  /** When these were true, by the server's time. */
  at: number;
}

export interface GameResult {
  result: Result;
  reason: string;
  sentence: string;
}

export interface Offers {
  draw?: Colour;
  takeback?: Colour;
  rematch?: Colour;
}

export interface GameSnapshot {
  id: string;
  variant: string;
  start: string;
  moves: GameMove[];
  position: string;
  key: string;
  ply: number;
  /** How many there have been. */
  takebacks: number;
  turn: Colour;
  players: { white: PlayerInfo | null; black: PlayerInfo | null };
  /** The seat of the one who asks. */
  seat: Colour | "both" | null;
  control: Control | null;
  clocks: Clocks | null;
  offers: Offers;
  /** What the one who asks may not offer before moving again. */
  barred?: (keyof Offers)[];
  result: GameResult | null;
  /** Reasons for which a draw may be claimed now. */
  claim?: string[];
  invite?: string;
  open: boolean;
  next?: string;
  spectators: number;
  created: number;
  thinking?: { place: number };
}

export interface Challenge {
  id: string;
  variant: string;
  colour: Colour;
  control: Control | null;
  name: string;
  created: number;
}

export interface GameSummary {
  id: string;
  variant: string;
  players: GameSnapshot["players"];
  seat: GameSnapshot["seat"];
  turn: Colour;
  ply: number;
  result: GameResult | null;
  position: string;
  created: number;
  updated: number;
}

export interface NewGame {
  variant: string;
  start?: string;
  opponent: "computer" | "friend" | "open" | "self";
  level?: number;
  colour: Colour | "random";
  control?: Control;
  name?: string;
}

export type OfferAction = "offer" | "accept" | "decline" | "withdraw";

/** Which state of the game something is meant for. */
export interface At {
  ply: number;
  takebacks: number;
}

export type ClientMessage =
  | ({ type: "move"; n: number; game: string; key: string; move: string } & At)
  | { type: "resign"; n: number; game: string }
  | ({ type: "draw"; n: number; game: string; do: OfferAction } & At)
  | ({ type: "claim"; n: number; game: string } & At)
  | ({ type: "takeback"; n: number; game: string; do: OfferAction } & At)
  | { type: "rematch"; n: number; game: string; do: OfferAction }
  | { type: "abort"; n: number; game: string }
  | { type: "sync"; n: number; game: string }
  | { type: "ping"; n: number };

export type ServerMessage =
  | { type: "game"; game: GameSnapshot }
  | { type: "move"; game: string; ply: number; move: GameMove; position: string; clocks: Clocks | null; claim?: string[] }
  | { type: "here"; white: boolean; black: boolean; spectators: number }
  | { type: "thinking"; place: number }
  | { type: "done"; n: number }
  | { type: "error"; n?: number; code: string; message: string }
  | { type: "pong"; n: number; now: number }
  | { type: "bye"; message: string };
