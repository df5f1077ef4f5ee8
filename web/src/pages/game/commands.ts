// A player's commands, in local and server games.
import type { MoveInfo, OfferAction } from "../../wire.gen";

export interface GameCommands {
  move(move: MoveInfo): void;
  resign(): void;
  abort(): void;
  draw(action: OfferAction): void;
  claim(): void;
  takeback(action: OfferAction): void;
  rematch(action: OfferAction): void;
}
