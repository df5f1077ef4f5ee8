// The button used on every page.
import { classes } from "../style/classes";
import * as controls from "../style/controls.module.css";
import type { JSX } from "preact";

type Props = Omit<JSX.IntrinsicElements["button"], "class" | "ref"> & { class?: string | false };

export function Button({ class: own, ...rest }: Props) {
  return <button type="button" {...rest} class={classes(controls.button, own)} />;
}
