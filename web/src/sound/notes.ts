// The sounds of a move.
import type { Step } from "../wire.gen";

export interface Note {
  /** The delay after the move, in seconds. */
  at: number;
  /** The frequency in hertz, of the tone or of the peak of the noise. */
  pitch: number;
  /** The decay time, in seconds. */
  length: number;
  loud: number;
  noise?: boolean;
}

const click: Note = { at: 0, pitch: 1500, length: 0.06, loud: 0.9, noise: true };
const soft: Note[] = [
  { at: 0, pitch: 1000, length: 0.06, loud: 0.6, noise: true },
  { at: 0.07, pitch: 720, length: 0.08, loud: 0.6, noise: true },
];
// The partials of glass are inharmonic.
const ting: Note[] = [2093, 2093 * 2.32, 2093 * 4.25].map((pitch, i) => ({
  at: 0.18,
  pitch,
  length: 0.7 / (i + 1),
  loud: 0.09 / (i + 1),
}));
const low: Note[] = [196, 392].map((pitch, i) => ({ at: 0.1, pitch, length: 0.32, loud: 0.16 / (i + 1) }));
const end: Note[] = [147, 110].map((pitch, i) => ({ at: 0.12 + 0.18 * i, pitch, length: 0.7, loud: 0.2 }));

export function notesFor(step: Pick<Step, "capture" | "changes" | "san">, ended: boolean): Note[] {
  const notes = step.capture ? [...soft] : [click];
  if (step.changes.some((change) => change.effect === "appears" || change.effect === "goes on")) notes.push(...ting);
  if (ended || step.san.includes("#")) notes.push(...end);
  else if (step.san.includes("+")) notes.push(...low);
  return notes;
}
