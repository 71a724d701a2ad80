import { type Rules, rulesOf } from '#contract/deadlines/rules.ts';
import { publishedSite } from './published-site.ts';

/** The rules of football as the owner has published them; the document has them, so they hold without a signal, too. */
export function rulesHere(): Rules {
  return rulesOf(publishedSite()?.settings.rules);
}
