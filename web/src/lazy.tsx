// Pages that are loaded when they are needed.
import { lazy as suspending } from "preact/compat";
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";

/** A page that is loaded when it is shown, unless that has been done before: then nothing has to be waited for. */
export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let ready: ComponentType<Props> | null = null;
  const Waiting = suspending(load) as ComponentType<Props>;
  function Page(props: Props) {
    // For as long as the page is shown it stays the same component.
    const [Shown] = useState(() => ready ?? Waiting);
    return <Shown {...props} />;
  }
  Page.load = async () => {
    ready = (await load()).default;
  };
  return Page;
}
