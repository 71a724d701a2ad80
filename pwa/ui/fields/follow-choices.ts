import type { KeyboardEvent } from 'react';
import { foldText } from '#contract/values/fold-text.ts';

/**
 * Leads the focus among the choices of a window by arrows, first letters and the numbers from 1 on. Returns the choice
 * that has the focus now, or undefined if the key leads to none.
 *
 * @param words of the choices, in order
 */
export function followChoices(
  event: KeyboardEvent<HTMLElement>,
  words: readonly string[],
): HTMLElement | undefined {
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = choices.indexOf(event.target as HTMLElement);
  const next = choices[placeOf(event, words, at) ?? -1];
  if (!next) return undefined;
  event.preventDefault();
  // A letter is a shortcut of the page elsewhere.
  event.stopPropagation();
  next.focus();
  return next;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** The place of the choice to which a key leads from the place `at`; undefined if it leads to none. */
function placeOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  words: readonly string[],
  at: number,
): number | undefined {
  if (ctrlKey || metaKey || altKey || key === ' ') return undefined;
  const { length } = words;
  const step = STEPS[key];
  if (step !== undefined) return (at + step + length) % length;
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  if (key.length !== 1) return undefined;
  const after = words.map((_, one) => (at + 1 + one) % length);
  return after.find((place) => foldText(words[place] ?? '').startsWith(foldText(key)));
}
