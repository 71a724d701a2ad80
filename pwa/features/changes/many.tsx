import { type ComponentProps, type ReactNode, useState } from 'react';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';

/** From this number on a change of many records asks first. */
const MANY = 20;

type Question = Omit<ComponentProps<typeof LazyConfirmDialog>, 'onClose'>;

interface Asking {
  /** Stands somewhere in the page. */
  question: ReactNode;
  /** Confirms a change of so many records at once if they are few, and nothing else has to be asked. */
  ask: (count: number, question: Question, isDoubtful?: boolean) => void;
}

/** Asks before a change of many records. */
export function useQuestion(): Asking {
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
  function ask(count: number, next: Question, isDoubtful = false): void {
    if (count >= MANY || isDoubtful) setAsked(next);
    else next.onConfirm();
  }
  return { question, ask };
}
