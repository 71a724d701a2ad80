import { useState } from 'react';
import { monthsAfter } from '#contract/deadlines/days.ts';
import { REASONS, type Reason } from '#contract/fields/vocabulary.ts';
import { isOpen, offersOf } from '#contract/offers/offer.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useNow, useToday } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './rejection-fields.module.css';

/** In how many months to look at a player again. */
const MONTHS = [3, 6, 12] as const;

interface Rejection {
  reason: Reason | null;
  months: (typeof MONTHS)[number] | null;
}
export const NO_REJECTION: Rejection = { reason: null, months: null };

/** Why somebody is rejected, and when to look again. */
export function useRejection() {
  const today = useToday();
  const [chosen, set] = useState(NO_REJECTION);
  return {
    chosen,
    set,
    /** What goes with a status: nothing with any other than `rejected`. */
    of(status: string | null) {
      const { reason, months } = status === 'rejected' ? chosen : NO_REJECTION;
      return { reason, followUpOn: months === null ? undefined : monthsAfter(today, months) };
    },
  };
}

interface RejectionFieldsProps {
  rejection: ReturnType<typeof useRejection>;
  /** Who is rejected by it: their pages for clubs close. */
  applications: readonly ApplicationRow[];
  /** The focus begins at the first reason. */
  focused?: boolean;
}

/** The reasons of a rejection and the months until another look: a press chooses one, or takes it back. */
export function RejectionFields({
  rejection,
  applications,
  focused = false,
}: RejectionFieldsProps) {
  const { t } = useText();
  const now = useNow();
  const { chosen, set } = rejection;
  const open = applications.flatMap((one) =>
    offersOf(one).filter((offer) => isOpen(offer, one, now)),
  );
  return (
    <>
      {open.length > 0 && (
        <p className={primitives.strong}>{t('rejection.pagesEnd', { count: open.length })}</p>
      )}
      <Chips
        legend={t('rejection.optional')}
        words={REASONS}
        textOf={(reason) => t(`reasons.${reason}`)}
        chosen={chosen.reason}
        onChoose={(reason) => set({ ...chosen, reason })}
        focused={focused}
      />
      <Chips
        legend={t('rejection.lookAgain')}
        words={MONTHS}
        textOf={(months) => t('rejection.months', { months })}
        chosen={chosen.months}
        onChoose={(months) => set({ ...chosen, months })}
      />
    </>
  );
}

interface ChipsProps<Word> {
  legend: string;
  words: readonly Word[];
  textOf: (word: Word) => string;
  chosen: Word | null;
  onChoose: (word: Word | null) => void;
  focused?: boolean;
}

function Chips<Word extends string | number>(props: ChipsProps<Word>) {
  const { legend, words, textOf, chosen, onChoose, focused } = props;
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.legend}>{legend}</legend>
      {words.map((word, at) => (
        <button
          key={word}
          type="button"
          className={styles.chip}
          aria-pressed={word === chosen}
          // biome-ignore lint/a11y/noAutofocus: the sheet around it moves the focus in anyway
          autoFocus={focused && at === 0}
          onClick={() => onChoose(word === chosen ? null : word)}
        >
          {textOf(word)}
        </button>
      ))}
    </fieldset>
  );
}
