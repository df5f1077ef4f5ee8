// What is put into another page to show a game or a position there.
import { refOf, titleOf } from "../game/variants";
import type { State, VariantInfo } from "../wire.gen";

/** Width and height of a frame: the server's own are the same (server/oembed.go). */
const [width, height] = [560, 640];

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function frame(path: string, title: string): string {
  return `<iframe src="${escaped(location.origin + path)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

/** The frame of a game on this server, to be gone through. */
export function gameFrame(id: string, variant: string, flip: boolean): string {
  return frame(`/embed/game/${encodeURIComponent(id)}${flip ? "?flip=1" : ""}`, titleOf(variant));
}

/** The frame of a position. */
export function positionFrame(info: VariantInfo, state: State, lastMove: string | undefined, flip: boolean): string {
  const query = new URLSearchParams({ variant: refOf(info), position: state.position });
  if (lastMove) query.set("lastMove", lastMove);
  if (state.study) query.set("study", "1");
  if (flip) query.set("flip", "1");
  return frame(`/embed/position?${query}`, info.title);
}
