// The codes of the texts and their arguments. texts.mjs generates codes.d.ts.
import type { Tag, Texts } from "./codes";

export type Code = keyof Texts;

/** The arguments of a message: none, or one object. */
export type TextArguments<C extends Code> = keyof Texts[C] extends never ? [] : [Texts[C]];

/** The texts without arguments. */
export type Plain = { [C in Code]: keyof Texts[C] extends never ? C : never }[Code];

export type { Tag, Texts };
