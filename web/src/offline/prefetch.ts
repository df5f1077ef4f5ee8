// Prefetches files that most users need next, one at a time after the first page is shown, so that they do
// not delay it.

/** Reports whether the browser's data saver is on. */
function saving(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Resolves when the page has loaded and painted. */
function painted(): Promise<void> {
  const loaded = new Promise<unknown>((resolve) => {
    if (document.readyState === "complete") resolve(null);
    else addEventListener("load", resolve, { once: true });
  });
  // A background page is never painted.
  return loaded.then(
    () => new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/**
 * After the first paint, runs the steps in `ahead` in order, unless the data saver is on, and then `always`.
 * A failed step is retried when it is needed.
 */
export async function afterFirstPaint(ahead: (() => Promise<unknown>)[], always: () => void): Promise<void> {
  await painted();
  for (const step of saving() ? [] : ahead) {
    await step().catch(() => {});
  }
  always();
}
