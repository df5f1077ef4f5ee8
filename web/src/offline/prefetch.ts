// What is fetched once the first page is seen: what most people need next, one
// after the other, so that nothing comes in the way of what is needed now.

/** Whether the browser is set to save data. */
function saving(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Resolves when the page and all it asked for is there, and has been painted. */
function painted(): Promise<void> {
  const loaded = new Promise<unknown>((resolve) => {
    if (document.readyState === "complete") resolve(null);
    else addEventListener("load", resolve, { once: true });
  });
  // A page in the background is never painted.
  return loaded.then(
    () => new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Takes the steps one after the other after the first paint. One that fails is taken again when it is needed. */
export async function afterFirstPaint(ahead: (() => Promise<unknown>)[], always: () => void): Promise<void> {
  await painted();
  for (const step of saving() ? [] : ahead) {
    await step().catch(() => {});
  }
  always();
}
