/** Something that a check has found, in a sentence that says what to do. */
export interface Finding {
  /** Whether the site should not be public before it is done. */
  isNeeded: boolean;
  text: string;
}

export function must(text: string): Finding {
  return { isNeeded: true, text };
}

export function should(text: string): Finding {
  return { isNeeded: false, text };
}
