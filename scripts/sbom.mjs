// sbom FILE FOLDER: validate the bill of materials of a release with CycloneDX's library, which is installed into the folder.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [file, folder] = process.argv.slice(2).map((name) => resolve(name));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "@cyclonedx/cyclonedx-library@10.3.0", "ajv@8", "ajv-formats@3", "ajv-formats-draft2019@1", "packageurl-js@2", "spdx-expression-parse@4"], {
  cwd: folder,
  stdio: "inherit",
});
const { Spec, Validation } = createRequire(join(folder, "package.json"))("@cyclonedx/cyclonedx-library");
const text = readFileSync(file, "utf8");
const faults = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
if (faults !== null) {
  console.error("sbom: not a CycloneDX 1.6 document:", faults);
  process.exit(1);
}
const { components } = JSON.parse(text);
const unnamed = components.filter(({ licenses }) => !licenses[0].license.id).map(({ name }) => name);
console.log(`${components.length} components; the licence is given as text for ${unnamed.join(", ") || "none"}`);
