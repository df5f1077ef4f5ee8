// Short sounds, synthesised in the browser without files. Sound is off until the first game starts or the
// user turns it on.
import { useSyncExternalStore } from "preact/compat";
import type { Step } from "../wire.gen";
import { type Note, notesFor } from "./notes";

const storageKey = "tain.sound";
let context: AudioContext | undefined;
let choice = stored();

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // without storage, the setting is lost when the page is closed
  }
}

/** Reports whether sound is on. */
function soundOn(): boolean {
  return choice === "on";
}

const listeners = new Set<() => void>();

/** Reports whether sound is on, and re-renders the component when it changes. */
export function useSound(): boolean {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, soundOn);
}

/** Turns sound on or off, and saves the setting. */
export function setSound(on: boolean): void {
  choice = on ? "on" : "off";
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Without storage, the setting is lost when the page is closed.
  }
  if (on) ready();
  for (const changed of listeners) changed();
}

/** Turns sound on when a game starts, unless the user has turned it off. */
export function turnOnSound(): void {
  if (choice === null) setSound(true);
}

function ready(): AudioContext | undefined {
  if (typeof AudioContext === "undefined") return undefined;
  context ??= new AudioContext();
  // Browsers may block sound until the user has interacted with the page.
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * Plays the sound of a move: a click, or a softer double click for a capture, and in addition a glass ting for a
 * reflection, a low tone for check, and lower tones for the end of the game.
 */
export function playFor(step: Pick<Step, "capture" | "changes" | "san">, ended = false): void {
  if (!soundOn()) return;
  const audio = ready();
  if (!audio) return;
  const now = audio.currentTime + 0.005;
  for (const note of notesFor(step, ended)) sound(audio, note, now);
}

function sound(audio: AudioContext, note: Note, now: number): void {
  const start = now + note.at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(note.loud, start + 0.003);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.length);
  volume.connect(audio.destination);
  if (note.noise) {
    const grain = audio.createBufferSource();
    grain.buffer = noiseBurst(audio, note.length);
    const body = audio.createBiquadFilter();
    body.type = "bandpass";
    body.frequency.value = note.pitch;
    body.Q.value = 1.4;
    grain.connect(body).connect(volume);
    grain.start(start);
  } else {
    const tone = audio.createOscillator();
    tone.frequency.value = note.pitch;
    tone.connect(volume);
    tone.start(start);
    tone.stop(start + note.length);
  }
}

/** Returns decaying noise, like a piece being put down on a board. */
function noiseBurst(audio: AudioContext, length: number): AudioBuffer {
  const size = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, size, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 6;
  return buffer;
}
