import assert from "node:assert/strict";
import { test } from "vitest";
import { textOfFile } from "./files";
import { gallery } from "./gallery";

test("rejects empty and large files", async () => {
  const file = (text: string) => new File([text], "x.toml");
  assert.equal(await textOfFile(file('name = "x"')), 'name = "x"');
  await assert.rejects(textOfFile(file("  \n")), /empty/);
  await assert.rejects(textOfFile(file("#".repeat(1 << 17))), /large/);
});

test("every gallery game has a valid name", () => {
  assert.ok(gallery.length >= 5, `the gallery has ${gallery.length} games`);
  for (const each of gallery) assert.match((JSON.parse(each) as { name: string }).name, /^[a-z0-9-]+$/);
});
