// Pages that are loaded on demand.
import { lazy as suspending } from "preact/compat";
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";

/** Returns a page that loads when it is first shown. Once loaded, it renders without waiting. */
export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let ready: ComponentType<Props> | null = null;
  const Waiting = suspending(load) as ComponentType<Props>;
  function Page(props: Props) {
    // The component must not change while the page is shown.
    const [Shown] = useState(() => ready ?? Waiting);
    return <Shown {...props} />;
  }
  Page.load = async () => {
    ready = (await load()).default;
  };
  return Page;
}
