// Letters on discs, for players who read the board like notation. Pawns are smaller, so that pieces stand
// out. The highlight on the rim is mirrored if a move has just spawned the piece.
import type { Draw } from "./shape";
import { turned } from "./shape";

const letters: Record<string, string> = {
  p: "M42 67 L42 34 L51 34 C64 34 64 53 51 53 L42 53",
  n: "M37 70 L37 30 L63 70 L63 30",
  b: "M39 30 L39 70 L52 70 C67 70 67 49 52 49 L39 49 M39 30 L50 30 C63 30 63 49 50 49",
  r: "M39 70 L39 30 L52 30 C66 30 66 52 52 52 L39 52 M51 52 L64 70",
  q: "M50 29 C25 29 25 70 50 70 C75 70 75 29 50 29 Z M55 60 L67 73",
  k: "M39 30 L39 70 M63 30 L40 53 M47 46.5 L65 70",
};

/** Returns a disc as path data. */
function disc(r: number): string {
  return `M${50 - r} 50 A${r} ${r} 0 1 0 ${50 + r} 50 A${r} ${r} 0 1 0 ${50 - r} 50 Z`;
}

export const draw: Draw = (role, made) => {
  const letter = letters[role];
  if (!letter) return [];
  const r = role === "p" ? 33 : 41;
  // An arc along the rim from nine o'clock to half past ten.
  const inner = r - 6.5;
  const at = (degrees: number) => {
    const turn = (degrees * Math.PI) / 180;
    return `${(50 - inner * Math.cos(turn)).toFixed(2)} ${(50 - inner * Math.sin(turn)).toFixed(2)}`;
  };
  const light = `M${at(0)} L${at(15)} L${at(30)} L${at(45)} L${at(60)}`;
  return [
    { part: "rim", d: disc(r), width: 7.6 },
    { part: "body", d: disc(r), width: 4 },
    { part: "cut", d: letter, width: role === "p" ? 6.4 : 7.4 },
    { part: "shine", d: made ? turned(light) : light, width: 3 },
  ];
};
