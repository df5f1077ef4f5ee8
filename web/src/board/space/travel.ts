// Animations in 3D: moving pieces, boards with their passengers, and captured pieces.
import { Vector3, type Object3D } from "three";
import { slower } from "./motion";
import type { Figure } from "./pieces3d";

const upright = new Vector3(0, 1, 0);

/** A moving piece, or a captured one that shrinks. */
export interface Journey {
  figure: Figure;
  from: Vector3;
  to: Vector3;
  gone: boolean;
}

/** A moving board, with its passengers at their final places on it. */
export interface Ride {
  pin: string;
  board: Object3D;
  from: Vector3;
  to: Vector3;
  /** Its initial rotation in radians, relative to its final orientation. */
  turn: number;
  /** Its swing off the straight path, to pass objects in between. */
  swing: Vector3;
  passengers: { figure: Figure; seat: Vector3 }[];
}

const lift = 0.35; // height of a moving piece

function eased(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2;
}

export class Travel {
  private journeys: Journey[] = [];
  private ride: Ride | null = null;
  private began = 0;
  private time = 0;
  private done = 0;

  /** Starts the animations, replacing any that are still running. */
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

  /** The pieces that are disappearing. */
  get leaving(): Figure[] {
    return this.journeys.filter((j) => j.gone).map((j) => j.figure);
  }

  /** The moving board, if any: its target pin, its current position and its progress. */
  get rider(): { pin: string; at: Vector3; part: number } | null {
    return this.ride && { pin: this.ride.pin, at: this.ride.board.position, part: this.done };
  }

  /** Advances all animations; returns true while any is running. */
  advance(now: number): boolean {
    if (!this.under) return false;
    this.began ||= now;
    const part = this.part(now);
    this.pose(part);
    if (part >= 1) this.stop();
    return part < 1;
  }

  /** Replaces the animated figures after a rebuild. */
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
