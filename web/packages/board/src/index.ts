// @tainchess/board: importing it defines <tain-board>.
import type { TainBoardEvents } from "./events";
import { TainBoard } from "./element";

if (typeof customElements !== "undefined" && !customElements.get("tain-board"))
  customElements.define("tain-board", TainBoard);

export { TainBoard };
export type * from "./events";

declare global {
  interface HTMLElementTagNameMap {
    "tain-board": TainBoard;
  }
  interface HTMLElementEventMap extends TainBoardEvents {}
}
