/** The cookies of a browser. */
export class Cookies extends Map<string, string> {
  /** Those that an answer has set last, and no page since. */
  readonly ofAnswers = new Set<string>();
}
