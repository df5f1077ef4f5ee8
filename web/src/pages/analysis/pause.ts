// Long work in parts: between two of them the page has its turn.

/** Resolves in a task of its own, after what the browser has to do first. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}
