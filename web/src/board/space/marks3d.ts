// Marks in space: hints, ways, frames and arrows.
import {
  CircleGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Path, RingGeometry, Shape,
  ShapeGeometry, SphereGeometry, Vector3, type BufferGeometry, type ColorRepresentation,
} from "three";

const up = new Vector3(0, 1, 0);

function squareFrame(width: number): BufferGeometry {
  const outer = 0.49;
  const inner = outer - width;
  const corners = (r: number): [number, number][] => [[-r, -r], [r, -r], [r, r], [-r, r]];
  const trace = <P extends Path>(path: P, r: number): P => {
    corners(r).forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
    return path;
  };
  const shape = trace(new Shape(), outer);
  shape.holes.push(trace(new Path(), inner));
  return new ShapeGeometry(shape);
}

/** The marks of one scene. Shapes are made once; {@link dispose} lets go of them. */
export class MarkFactory {
  private readonly shapes = {
    dot: new CircleGeometry(0.15, 32),
    dotCase: new CircleGeometry(0.19, 32),
    ring: new RingGeometry(0.37, 0.45, 48),
    ringCase: new RingGeometry(0.34, 0.48, 48),
    frame: squareFrame(0.06),
    tile: squareFrame(0.49),
    halo: new CircleGeometry(0.44, 40),
    bead: new SphereGeometry(0.05, 12, 8),
    rod: new CylinderGeometry(1, 1, 1, 10),
    cone: new ConeGeometry(1, 1, 16),
  };
  private readonly materials = new Map<string, MeshBasicMaterial>();

  private material(colour: ColorRepresentation, opacity: number, through = false): MeshBasicMaterial {
    const key = `${typeof colour === "object" && "getHexString" in colour ? colour.getHexString() : String(colour)} ${opacity} ${through}`;
    let found = this.materials.get(key);
    if (!found) {
      found = new MeshBasicMaterial({
        color: colour, transparent: true, opacity, depthWrite: false, depthTest: !through, side: DoubleSide,
      });
      this.materials.set(key, found);
    }
    return found;
  }

  private flat(shape: BufferGeometry, at: Vector3, lift: number, colour: ColorRepresentation, opacity: number, order: number): Mesh {
    const mesh = new Mesh(shape, this.material(colour, opacity));
    mesh.rotation.x = -Math.PI / 2;
    mesh.position.copy(at).addScaledVector(up, lift);
    mesh.renderOrder = order;
    return mesh;
  }

  /** A mark that shines faintly through what stands before it. */
  private shining(shape: BufferGeometry, at: Vector3, colour: ColorRepresentation): Mesh {
    const mesh = this.flat(shape, at, 0.022, colour, 1, 45);
    mesh.material = this.material(colour, 0.4, true);
    return mesh;
  }

  dot(at: Vector3, colour: ColorRepresentation, edge: ColorRepresentation, order: number, larger: boolean): Group {
    const group = new Group();
    const parts = [
      this.flat(this.shapes.dotCase, at, 0.02, edge, 0.85, order),
      this.flat(this.shapes.dot, at, 0.022, colour, 1, order + 0.1),
      this.shining(this.shapes.dot, at, colour),
    ];
    if (larger) for (const part of parts) part.scale.setScalar(1.35);
    return group.add(...parts);
  }

  ring(at: Vector3, colour: ColorRepresentation, edge: ColorRepresentation, order: number): Group {
    return new Group().add(
      this.flat(this.shapes.ringCase, at, 0.02, edge, 0.6, order),
      this.flat(this.shapes.ring, at, 0.022, colour, 1, order + 0.1),
      this.shining(this.shapes.ring, at, colour),
    );
  }

  frame(at: Vector3, colour: ColorRepresentation, order: number): Mesh {
    return this.flat(this.shapes.frame, at, 0.018, colour, 1, order);
  }

  tint(at: Vector3, colour: ColorRepresentation, opacity: number, order: number): Mesh {
    return this.flat(this.shapes.tile, at, 0.008, colour, opacity, order);
  }

  halo(at: Vector3, colour: ColorRepresentation, order: number): Mesh {
    return this.flat(this.shapes.halo, at, 0.012, colour, 0.8, order);
  }

  /** A slim rod between two places. */
  rod(from: Vector3, to: Vector3, radius: number, colour: ColorRepresentation, opacity: number): Mesh {
    const mesh = new Mesh(this.shapes.rod, this.material(colour, opacity));
    mesh.position.copy(from).lerp(to, 0.5);
    mesh.scale.set(radius, from.distanceTo(to) || 0.001, radius);
    mesh.quaternion.setFromUnitVectors(up, to.clone().sub(from).normalize());
    mesh.renderOrder = 60;
    return mesh;
  }

  private head(from: Vector3, to: Vector3, radius: number, length: number, colour: ColorRepresentation, opacity: number): Mesh {
    const mesh = new Mesh(this.shapes.cone, this.material(colour, opacity));
    const d = to.clone().sub(from).normalize();
    mesh.position.copy(to).addScaledVector(d, -length / 2);
    mesh.scale.set(radius, length, radius);
    mesh.quaternion.setFromUnitVectors(up, d);
    mesh.renderOrder = 60;
    return mesh;
  }

  /** A way as beads with a head. */
  way(points: readonly Vector3[], colour: ColorRepresentation): Group {
    const group = new Group();
    points.slice(1).forEach((to, i) => {
      const from = points[i];
      if (!from) return;
      const length = from.distanceTo(to);
      const last = i === points.length - 2;
      const end = last ? length - 0.35 : length;
      for (let along = i === 0 ? 0.35 : 0; along < end; along += 0.21) {
        const bead = new Mesh(this.shapes.bead, this.material(colour, 1));
        bead.position.copy(from).lerp(to, along / length);
        bead.renderOrder = 60;
        group.add(bead);
      }
      if (last) group.add(this.head(from, to, 0.12, 0.3, colour, 1));
    });
    return group;
  }

  arrow(from: Vector3, to: Vector3, colour: ColorRepresentation): Group {
    const neck = to.clone().sub(from).setLength(Math.max(0.1, from.distanceTo(to) - 0.4)).add(from);
    return new Group().add(this.rod(from, neck, 0.06, colour, 0.85), this.head(from, to, 0.17, 0.42, colour, 0.85));
  }

  /** Forgets the colours, for another theme. */
  repaint(): void {
    for (const material of this.materials.values()) material.dispose();
    this.materials.clear();
  }

  dispose(): void {
    for (const shape of Object.values(this.shapes)) shape.dispose();
    this.repaint();
  }
}
