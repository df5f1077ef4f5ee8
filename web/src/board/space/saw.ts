// Cuts a convex body with a plane and caps the cut.
import { BufferAttribute, BufferGeometry, type Plane, Vector3 } from "three";

interface Corner {
  at: Vector3;
  normal: Vector3;
}

/** Returns the part of a body on the side to which the plane's normal points. The cut is capped where it is visible. */
export function sawn(
  body: BufferGeometry,
  plane: Plane,
  seen: (edge: Vector3) => boolean = () => true,
): BufferGeometry {
  const from = body.index ? body.toNonIndexed() : body;
  const [places, normals] = [from.getAttribute("position"), from.getAttribute("normal")];
  const vertices: Corner[] = [];
  const wound: Vector3[] = [];
  for (let i = 0; i < places.count; i += 3) {
    const corners = [i, i + 1, i + 2].map(
      (k): Corner => ({
        at: new Vector3().fromBufferAttribute(places, k),
        normal: new Vector3().fromBufferAttribute(normals, k),
      }),
    );
    const rest: Corner[] = [];
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 3] as Corner;
      const [da, db] = [plane.distanceToPoint(a.at), plane.distanceToPoint(b.at)];
      if (da >= 0) rest.push(a);
      if (da >= 0 === db >= 0) return;
      const t = da / (da - db);
      const at = a.at.clone().lerp(b.at, t);
      rest.push({ at, normal: a.normal.clone().lerp(b.normal, t).normalize() });
      wound.push(at);
    });
    for (let k = 2; k < rest.length; k++) vertices.push(rest[0] as Corner, rest[k - 1] as Corner, rest[k] as Corner);
  }
  const middle = wound.reduce((sum, at) => sum.add(at), new Vector3()).divideScalar(Math.max(1, wound.length));
  const normal = plane.normal.clone().negate();
  for (let k = 0; k + 1 < wound.length; k += 2) {
    const [a, b] = [wound[k] as Vector3, wound[k + 1] as Vector3];
    if (!seen(a)) continue;
    const right = b.clone().sub(a).cross(middle.clone().sub(a)).dot(normal) > 0;
    for (const at of right ? [a, b, middle] : [b, a, middle]) vertices.push({ at, normal });
  }
  const made = new BufferGeometry();
  const flat = (pick: (corner: Corner) => Vector3) =>
    new BufferAttribute(new Float32Array(vertices.flatMap((c) => pick(c).toArray())), 3);
  made.setAttribute(
    "position",
    flat((c) => c.at),
  );
  made.setAttribute(
    "normal",
    flat((c) => c.normal),
  );
  return made;
}
