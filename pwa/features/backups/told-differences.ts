import type { WaitingCopy } from '#contract/backups/copies.ts';
import { CAMPAIGN_FIELDS } from '#contract/campaigns.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { questionWords } from '#pwa/features/changes/question-words.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Question } from '#pwa/local/database/rows.ts';

/** From this length on, in characters, a value is not shown. */
const LONG = 80;

interface ToldDifference {
  field: string;
  /** Null for a long text. */
  here: string | null;
  there: string;
}

/** What a copy says otherwise than the database, in words; nothing of ids and moments. */
export function toldDifferences(
  t: TextAccess['t'],
  { list, differences }: WaitingCopy,
): ToldDifference[] {
  return differences.flatMap(({ field, here: theirs, there: mine }) => {
    if (field === 'removedAt') {
      const state = (at: typeof mine) => t(at === null ? 'copies.present' : 'copies.removed');
      return [{ field: t('copies.lists.applications'), here: state(theirs), there: state(mine) }];
    }
    const type = changeOf(list, field);
    if (!type) return [];
    const words = questionWords(t, { type, field, seen: null, mine, theirs } as Question);
    const isLong = [words.mine, words.theirs].some(({ length }) => length >= LONG);
    return [
      isLong
        ? { field: words.field, here: null, there: t('applicationDetail.edits.changed') }
        : { field: words.field, here: words.theirs, there: words.mine },
    ];
  });
}

/** The kind of the change by which a person sets a field; null for a field of no form. */
function changeOf(list: WaitingCopy['list'], field: string): string | null {
  return TYPES[list].find(([fields]) => fields.includes(field))?.[1] ?? null;
}

const TYPES: Record<WaitingCopy['list'], [readonly string[], string][]> = {
  applications: [
    [['status'], 'status-changed'],
    [['followUpOn'], 'follow-up-set'],
    [Object.keys(APPLICATION_FIELDS), 'application-edited'],
  ],
  contacts: [
    [['state'], 'contact-state-changed'],
    [['notes'], 'contact-noted'],
    [Object.keys(WANTED_FIELDS), 'wanted-set'],
  ],
  campaigns: [[Object.keys(CAMPAIGN_FIELDS), 'campaign-edited']],
};
