// Trusted Types. In browsers that have them, only these policies can insert HTML or load scripts; the server's
// content security policy names them.

interface Rules {
  createHTML?: (html: string) => string;
  createScriptURL?: (address: string) => string;
}

interface Factory {
  createPolicy(name: string, rules: Rules): { createHTML(html: string): string };
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

/** Lets the page load workers of its own origin. */
export function trustOwnScripts(): void {
  factory?.createPolicy("default", {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin === location.origin) return address;
      throw new TypeError(`script from another origin: ${address}`);
    },
  });
}

const built = factory?.createPolicy("built", { createHTML: (html) => html });

/** Allows HTML that the build has converted from the project's own texts. */
export function builtHTML(html: string): string {
  return built ? built.createHTML(html) : html;
}
