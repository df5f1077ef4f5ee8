// The pieces of a game: its kinds, and the user's own pictures of them.
import { type ComponentChildren, createContext } from "preact";
import type { VariantInfo } from "../wire.gen";
import { type OwnPictures as Pictures, useOwnPictures } from "./ownPictures";
import type { Kinds } from "./pieces";

/** The user's own pictures of the pieces on a board. */
export const OwnPictures = createContext<Pictures>(new Map());

/** The kinds of pieces of the game shown. */
export const PieceKinds = createContext<Kinds>(undefined);

/** Shows the pieces of a game with its pictures and names. */
export function GamePieces({ info, children }: { info: VariantInfo; children: ComponentChildren }) {
  const own = useOwnPictures(info.name);
  return (
    <PieceKinds.Provider value={info.kinds}>
      <OwnPictures.Provider value={own}>{children}</OwnPictures.Provider>
    </PieceKinds.Provider>
  );
}
