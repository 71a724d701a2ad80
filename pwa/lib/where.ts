import { foldText } from './fold-text.ts';

/** By the name of a field the text that it must contain; of a field with words the word that it must be. */
export type Where = Readonly<Record<string, string>>;

/** Every row fits it. */
export const EVERYWHERE: Where = {};

/** The rows whose fields fit; upper case, accents and the order of words make no difference. */
export function rowsWhere<Row>(
  rows: readonly Row[],
  fields: readonly { id: keyof Row & string; words?: readonly unknown[] }[],
  where: Where,
): readonly Row[] {
  const wanted = fields.flatMap(({ id, words }) => {
    const value = where[id];
    if (!value?.trim()) return [];
    if (words) return [(row: Row) => row[id] === value];
    const parts = foldText(value).split(/\s+/).filter(Boolean);
    return [
      (row: Row) => {
        const text = foldText(String(row[id] ?? ''));
        return parts.every((part) => text.includes(part));
      },
    ];
  });
  return wanted.length === 0 ? rows : rows.filter((row) => wanted.every((fits) => fits(row)));
}
