import assert from "node:assert/strict";
import { test } from "vitest";
import { jsonOf } from "./files";
import { gallery } from "./gallery";

test("converts TOML to JSON and leaves JSON unchanged", () => {
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

test("rejects invalid files with the line number", () => {
  assert.throws(() => jsonOf('name = "x"\nseam = ['), /line 2/);
  assert.throws(() => jsonOf("  \n"), /empty/);
});

test("every gallery file has a name", () => {
  assert.ok(gallery.length >= 5, `the gallery has ${gallery.length} games`);
  for (const each of gallery) assert.match((JSON.parse(each) as { name: string }).name, /^[a-z0-9-]+$/);
});
