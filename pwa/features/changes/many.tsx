import { type ComponentProps, type ReactNode, useState } from 'react';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';

/** From this number on a change of many records asks first. */
export const MANY = 20;

type Question = Omit<ComponentProps<typeof LazyConfirmDialog>, 'onClose'>;

/** Asks before a change of many records. `question` stands somewhere in the page. */
export function useQuestion(): { question: ReactNode; ask: (question: Question) => void } {
  const [asked, setAsked] = useState<Question | null>(null);
  const question = asked && (
    <LazyConfirmDialog
      {...asked}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        setAsked(null);
        asked.onConfirm();
      }}
    />
  );
  return { question, ask: setAsked };
}
