// What is under way in space: pieces that move, boards that ride with what stands
// on them, pieces that go.
import { Vector3, type Object3D } from "three";
import { slower } from "./motion";
import type { Figure } from "./pieces3d";

const upright = new Vector3(0, 1, 0);

/** A piece on its way, or one that was taken and sinks. */
export interface Journey {
  figure: Figure;
  from: Vector3;
  to: Vector3;
  gone: boolean;
}

/** A board on its way, with its passengers as they will stand on it. */
export interface Ride {
  pin: string;
  board: Object3D;
  from: Vector3;
  to: Vector3;
  /** How far it has still to turn when it sets out. */
  turn: number;
  /** By which it swings out on its way, past what stands between. */
  swing: Vector3;
  passengers: { figure: Figure; seat: Vector3 }[];
}

const lift = 0.35; // of a piece on its way

function eased(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2;
}

export class Travel {
  private journeys: Journey[] = [];
  private ride: Ride | null = null;
  private began = 0;
  private time = 0;
  private done = 0;

  /** Sets out; what was under way before has arrived. */
  depart(time: number, journeys: Journey[], ride: Ride | null): void {
    this.journeys = journeys;
    this.ride = ride;
    this.time = ride ? time * slower : time;
    this.began = 0;
    this.pose(0);
  }

  get under(): boolean {
    return this.journeys.length > 0 || this.ride !== null;
  }

  /** The figures that are only on their way out. */
  get leaving(): Figure[] {
    return this.journeys.filter((j) => j.gone).map((j) => j.figure);
  }

  /** The board that is under way: to which pin, where it is now and how much of its way is behind it. */
  get rider(): { pin: string; at: Vector3; part: number } | null {
    return this.ride && { pin: this.ride.pin, at: this.ride.board.position, part: this.done };
  }

  /** Moves everything on; true while something is under way. */
  advance(now: number): boolean {
    if (!this.under) return false;
    this.began ||= now;
    const part = this.part(now);
    this.pose(part);
    if (part >= 1) this.stop();
    return part < 1;
  }

  /** Replaces the figures under way by rebuilt ones. */
  adopt(find: (square: string) => Figure | undefined): void {
    for (const journey of this.journeys)
      if (!journey.gone) journey.figure = find(journey.figure.square) ?? journey.figure;
    for (const seat of this.ride?.passengers ?? []) seat.figure = find(seat.figure.square) ?? seat.figure;
  }

  stop(): void {
    this.journeys = [];
    this.ride = null;
  }

  private part(now: number): number {
    if (!this.time) return 1;
    return this.began ? Math.min(1, (now - this.began) / this.time) : 0;
  }

  private pose(part: number): void {
    this.done = part;
    const along = eased(part);
    const bow = Math.sin(part * Math.PI);
    for (const { figure, from, to, gone } of this.journeys) {
      if (gone) {
        figure.size = Math.max(0.01, 1 - part * 1.6);
        continue;
      }
      figure.at.copy(from).lerp(to, along);
      figure.at.y += bow * lift * Math.min(1, from.distanceTo(to));
    }
    const { ride } = this;
    if (!ride) return;
    const angle = ride.turn * (1 - along);
    ride.board.position.copy(ride.from).lerp(ride.to, along);
    ride.board.position.addScaledVector(ride.swing, bow);
    ride.board.rotation.y = angle;
    for (const { figure, seat } of ride.passengers) {
      figure.at.copy(seat).applyAxisAngle(upright, angle).add(ride.board.position);
      figure.turn = angle;
    }
  }
}
