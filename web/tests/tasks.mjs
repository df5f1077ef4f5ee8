// The tasks of the page's main thread, from Chromium's trace. Tasks are judged by CPU time, because on a
// shared machine wall time includes waiting.

/**
 * Records tasks while an action runs, and returns the 40 longest tasks of the page's thread, longest first, with times
 * in milliseconds. The page must not be queried through selectors meanwhile, because queries run on the same thread.
 */
export async function tasksOf(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  try {
    await act();
  } catch (failed) {
    await browser.stopTracing();
    throw failed;
  }
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString());
  // The page's thread is the renderer thread that runs the most scripts; others belong to idle pages.
  const threads = events.filter((event) => event.name === "thread_name" && event.args.name === "CrRendererMain");
  const busy = threads.map(({ pid, tid }) => {
    const own = events.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X");
    return {
      own,
      scripts: own.filter(
        (event) => event.name === "FunctionCall" || event.name === "EvaluateScript" || event.name === "RunMicrotasks",
      ).length,
    };
  });
  const own = busy.sort((a, b) => b.scripts - a.scripts)[0]?.own ?? [];
  const tasks = own.filter((event) => /(^|:)RunTask$/.test(event.name) && event.tdur !== undefined);
  return tasks
    .sort((a, b) => b.tdur - a.tdur)
    .slice(0, 40)
    .map((task) => {
      const parts = {};
      for (const event of own) {
        if (
          event === task ||
          /RunTask$/.test(event.name) ||
          event.ts < task.ts ||
          event.ts + event.dur > task.ts + task.dur
        )
          continue;
        parts[event.name] = (parts[event.name] ?? 0) + (event.tdur ?? 0) / 1000;
      }
      return { cpu: task.tdur / 1000, wall: task.dur / 1000, parts };
    });
}

/** Formats tasks for a message. */
export function printTasks(tasks) {
  const part = ([name, time]) => `${name} ${time.toFixed(0)}`;
  return tasks
    .map(({ cpu, wall, parts }) => {
      const largest = Object.entries(parts)
        .filter(([, time]) => time > 2)
        .sort((a, b) => b[1] - a[1])
        .slice(0, 6);
      return `${cpu.toFixed(1)} ms of CPU time, ${wall.toFixed(1)} of wall time (${largest.map(part).join(", ")})`;
    })
    .join("\n");
}
