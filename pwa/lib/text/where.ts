/** By the name of a field what it must be, begin with, contain or be within. */
export type Where = Readonly<Record<string, string>>;

/** The value of a field that is empty. */
export const NOTHING = '-';

/** Every row fits it. */
export const EVERYWHERE: Where = {};
