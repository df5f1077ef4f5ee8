import assert from "node:assert/strict";
import { test } from "vitest";
import { Vector3, type BufferGeometry } from "three";
import { figure, heights } from "./figures";

const roles = [..."pnbrqk"];
const bodies = new Map(roles.map((role) => [role, figure(role) as BufferGeometry]));

function corners(body: BufferGeometry): [Vector3, Vector3, Vector3][] {
  const places = body.getAttribute("position");
  const index = body.index as NonNullable<BufferGeometry["index"]>;
  const at = (i: number) => new Vector3().fromBufferAttribute(places, index.getX(i));
  return Array.from({ length: index.count / 3 }, (_, i) => [at(3 * i), at(3 * i + 1), at(3 * i + 2)]);
}

test("every piece is three-dimensional, rests on its base and fits its square", () => {
  for (const [role, body] of bodies) {
    body.computeBoundingBox();
    const { min, max } = body.boundingBox as NonNullable<BufferGeometry["boundingBox"]>;
    assert.ok(Math.abs(min.y) < 1e-3, `the base of ${role} is at ${min.y}`);
    assert.ok(Math.abs(max.y - (heights[role] ?? 0)) < 0.03, `${role} is ${max.y} high`);
    assert.ok(max.x - min.x > 0.5 && max.z - min.z > 0.5, `${role} is too flat`);
    for (const side of [min.x, max.x, min.z, max.z]) assert.ok(Math.abs(side) < 0.46, `${role} reaches ${side}`);
  }
});

test("bodies are not inside out, and their normals agree with their faces", () => {
  for (const [role, body] of bodies) {
    let volume = 0;
    for (const [a, b, c] of corners(body)) volume += a.dot(b.clone().cross(c)) / 6;
    assert.ok(volume > 0.03, `${role} has a volume of ${volume}`);
    const [places, normals, index] = [body.getAttribute("position"), body.getAttribute("normal"), body.index];
    let against = 0;
    corners(body).forEach(([a, b, c], i) => {
      const face = b.clone().sub(a).cross(c.clone().sub(a));
      const normal = new Vector3().fromBufferAttribute(normals, index?.getX(3 * i) ?? 0);
      assert.ok(Math.abs(normal.length() - 1) < 0.01, `${role} has a normal of ${normal.length()}`);
      if (face.length() > 1e-7 && face.dot(normal) < 0) against += face.length();
    });
    assert.ok(places.count > 0 && against < 0.02, `${role}: an area of ${against} faces the wrong way`);
  }
});

test("a lathed piece looks the same from all sides", () => {
  const body = bodies.get("p") as BufferGeometry;
  const places = body.getAttribute("position");
  const widest = new Map<number, number[]>();
  for (let i = 0; i < places.count; i++) {
    const height = Math.round(places.getY(i) * 1e4);
    widest.set(height, [...(widest.get(height) ?? []), Math.hypot(places.getX(i), places.getZ(i))]);
  }
  assert.ok(widest.size > 20, `only ${widest.size} heights were measured`);
  for (const radii of widest.values()) {
    const rings = new Set(radii.map((r) => Math.round(r * 1e4)));
    assert.ok(rings.size <= 2, "each height has one circle, or two for a flat ring");
  }
});

test("the pieces of a game have few enough triangles for integrated graphics", () => {
  const many: Record<string, number> = { p: 16, n: 4, b: 4, r: 4, q: 2, k: 2 };
  const total = roles.reduce((sum, role) => sum + (many[role] ?? 0) * ((bodies.get(role)?.index?.count ?? 0) / 3), 0);
  assert.ok(total < 130_000, `${total} triangles`);
});

test("an unknown role has no figure", () => assert.equal(figure("x"), null));
