// What reports, appeals and decisions have in common.

/** The maximum length of a text to or from the operators, in characters. */
export const maxText = 500;
