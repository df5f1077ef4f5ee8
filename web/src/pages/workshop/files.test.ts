import assert from "node:assert/strict";
import { test } from "vitest";
import { jsonOf } from "./files";
import { gallery } from "./gallery";

test("TOML becomes JSON, and JSON stays as it is", () => {
  assert.deepEqual(
    JSON.parse(jsonOf('name = "x"\n[seam]\ncrossing = "hop"\nkinds = "n"\n[reflection]\nmakes = { p = "n" }')),
    {
      name: "x",
      seam: { crossing: "hop", kinds: "n" },
      reflection: { makes: { p: "n" } },
    },
  );
  assert.equal(jsonOf('\uFEFF {"name":"x"}\n'), '{"name":"x"}');
});

test("what is neither is refused with its place", () => {
  assert.throws(() => jsonOf('name = "x"\nseam = ['), /line 2/);
  assert.throws(() => jsonOf("  \n"), /empty/);
});

test("every file of the gallery has a name", () => {
  assert.ok(gallery.length >= 5, `the gallery has ${gallery.length} games`);
  for (const each of gallery) assert.match((JSON.parse(each) as { name: string }).name, /^[a-z0-9-]+$/);
});
