import { useRef } from 'react';
import { type Dated, isTooLong } from '#contract/deadlines/deadlines.ts';
import { rulesHere } from '#pwa/lib/rules-here.ts';

type Mandate = Pick<Dated, 'mandateFrom' | 'mandateUntil'>;
/** Also as the texts of a form. */
type Days = { [Name in keyof Mandate]?: string | null | undefined };

/**
 * Returns what asks once about a mandate that is longer than the rule and was not so before: the message at its last
 * day, which is null when the same days are saved again.
 */
export function useMandateQuestion(): (draft: Mandate, before: Days) => string | null {
  const asked = useRef('');
  return (draft, before) => {
    const days = daysOf(draft);
    const rules = rulesHere();
    if (!isTooLong(draft, rules) || days === asked.current || days === daysOf(before)) return null;
    asked.current = days;
    return `Longer than ${rules.mandate} months, the longest by the rules. Save again to keep it.`;
  };
}

function daysOf({ mandateFrom, mandateUntil }: Days): string {
  return `${mandateFrom ?? ''} ${mandateUntil ?? ''}`;
}
