import { type ComponentProps, type ReactNode, useState } from 'react';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';

/** From this number on a change of many records asks first. */
const MANY = 20;

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'>;
/** Words that are not given say that applications are updated. */
type Asked = Pick<Question, 'onConfirm'> & Partial<Question>;

interface Asking {
  /** Stands somewhere in the page. */
  question: ReactNode;
  /** Confirms a change of so many records at once if they are few, and nothing else has to be asked. */
  ask: (count: number, question: Asked, isDoubtful?: boolean) => void;
}

/** How a list names its records. */
interface Naming<Row> {
  nameOf: (t: TextAccess['t'], row: Row) => string;
  texts: { total: TextKey };
}

/** What a toast calls the changed records: the only one by its name, several by their number. */
export function nameOfMany<Row>(
  t: TextAccess['t'],
  { nameOf, texts }: Naming<Row>,
  rows: readonly Row[],
): string {
  const [only, ...others] = rows;
  return only && others.length === 0 ? nameOf(t, only) : t(texts.total, { count: rows.length });
}

/** Asks before a change of many records. */
export function useQuestion(): Asking {
  const { t } = useText();
  const [asked, setAsked] = useState<Question | null>(null);
  const question = asked && (
    <ConfirmDialog
      {...asked}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        setAsked(null);
        asked.onConfirm();
      }}
    />
  );
  function ask(count: number, next: Asked, isDoubtful = false): void {
    const title = t('select.many', { count });
    const confirmLabel = t('select.submit', { count });
    if (count < MANY && !isDoubtful) next.onConfirm();
    else setAsked({ variant: 'primary', title, confirmLabel, ...next });
  }
  return { question, ask };
}
