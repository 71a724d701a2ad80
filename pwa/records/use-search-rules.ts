import { useEffect, useState } from 'react';
import { type SearchRules, WORD_RULES } from '#contract/values/search-rules.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import type { FOUND_RULES } from './found-text.tsx';

/** How a search reads texts and queries, and what shows what it has found. */
export type LineRules = SearchRules & Partial<typeof FOUND_RULES>;

// Numbers, other spellings and found lines: 3 KB that no first screen needs.
const allRules = lazyPartAhead(async () => (await import('./found-text.tsx')).FOUND_RULES);

let known: LineRules = WORD_RULES;

/** The rules of a search: rules of words until all are loaded, at once if a search needs them. */
export function useSearchRules(isSearching: boolean): LineRules {
  const [rules, setRules] = useState(known);

  useEffect(() => {
    if (rules !== WORD_RULES) return undefined;
    const load = () => {
      allRules()
        .then((loaded) => {
          known = loaded;
          setRules(loaded);
        })
        .catch(console.error);
    };
    if (!isSearching) return whenAtRest(load);
    load();
    return undefined;
  }, [rules, isSearching]);

  return rules;
}
