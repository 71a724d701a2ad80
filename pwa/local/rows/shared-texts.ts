/** After so many different texts a column counts as one whose texts do not repeat. */
const MOST = 1_000;

/**
 * Makes equal texts of a column one string, such as positions, clubs and days of birth.
 * Gain: 90 → 79 MB with 100,000 applications and their search texts, `npm run bench:peers`.
 */
export class SharedTexts {
  /** By column: its texts; null once they are too many. */
  readonly #known = new Map<string, Map<string, string> | null>();

  /** Replaces the texts of a row. */
  share(row: Record<string, unknown>): void {
    for (const column in row) {
      const text = row[column];
      if (typeof text === 'string') row[column] = this.#one(column, text);
    }
  }

  #one(column: string, text: string): string {
    const texts = this.#known.get(column);
    if (texts === null) return text;
    const known = texts?.get(text);
    if (known !== undefined) return known;
    if (!texts) this.#known.set(column, new Map([[text, text]]));
    else if (texts.size < MOST) texts.set(text, text);
    else this.#known.set(column, null);
    return text;
  }
}
