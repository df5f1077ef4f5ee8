// A sheet batches many small shapes in many colours into one draw call.
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GreaterDepth,
  LessEqualDepth,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  Vector3,
  type Color,
  type Group,
} from "three";

const at = new Vector3();

/** The style of a sheet: its render order, and its opacity behind other objects, from 0 to 1. */
export interface SheetStyle {
  order: number;
  behind: number;
}

export class Sheet {
  private readonly geometry = new BufferGeometry();
  private readonly materials: MeshBasicMaterial[] = [];
  private readonly meshes: Mesh[] = [];
  private positions: number[] = [];
  private colours: number[] = [];
  private index: number[] = [];

  constructor(group: Group, { order, behind }: SheetStyle) {
    for (const hidden of behind > 0 ? [true, false] : [false]) {
      const material = new MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        opacity: hidden ? behind : 1,
        depthFunc: hidden ? GreaterDepth : LessEqualDepth,
      });
      const mesh = new Mesh(this.geometry, material);
      mesh.renderOrder = order;
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      this.materials.push(material);
      this.meshes.push(mesh);
      group.add(mesh);
    }
  }

  /** Adds a shape, above those added before. */
  add(shape: BufferGeometry, place: Matrix4, colour: Color, opacity = 1): void {
    const corners = shape.getAttribute("position");
    const first = this.positions.length / 3;
    for (let i = 0; i < corners.count; i++) {
      at.fromBufferAttribute(corners, i).applyMatrix4(place);
      this.positions.push(at.x, at.y, at.z);
      this.colours.push(colour.r, colour.g, colour.b, opacity);
    }
    const { index } = shape;
    for (let i = 0; i < (index?.count ?? corners.count); i++) this.index.push(first + (index?.getX(i) ?? i));
  }

  /** Clears the sheet. */
  clear(): void {
    this.positions = [];
    this.colours = [];
    this.index = [];
  }

  /** Uploads the shapes to the GPU. */
  done(): void {
    this.geometry.dispose();
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.positions), 3));
    this.geometry.setAttribute("color", new BufferAttribute(new Float32Array(this.colours), 4));
    this.geometry.setIndex(this.index);
    for (const mesh of this.meshes) mesh.visible = this.index.length > 0;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
  }
}
