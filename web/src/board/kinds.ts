// The kinds of pieces on a board.
import { createContext } from "preact";
import type { OwnPictures } from "./ownPictures";
import type { Kind } from "./sets/shape";

export interface BoardKinds {
  /** The kinds that are not those of chess, by lower-case FEN letter. */
  kinds: ReadonlyMap<string, Kind>;
  /** The user's own pictures. */
  own: OwnPictures;
}

export const BoardKinds = createContext<BoardKinds>({ kinds: new Map(), own: new Map() });
