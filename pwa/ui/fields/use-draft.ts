import { useCallback, useMemo, useState } from 'react';
import { readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';

interface Draft {
  /** Removes the stored text and leaves the screen. */
  forget: () => void;
  /** Shows an earlier text again, or stores it for the next time, unless another one was typed meanwhile. */
  giveBack: (earlier: string) => void;
}

/** Text that survives a reload: every change is stored under a user and a name. */
export function useDraft(
  userId: number,
  name: string,
): [text: string, setText: (text: string) => void, draft: Draft] {
  const [text, show] = useState(() => readDraft(userId, name) ?? '');

  const setText = useCallback(
    (next: string) => {
      show(next);
      writeDraft(userId, name, next);
    },
    [userId, name],
  );
  const draft = useMemo(
    () => ({
      forget: () => writeDraft(userId, name, ''),
      giveBack(earlier: string) {
        if (!readDraft(userId, name)) setText(earlier);
      },
    }),
    [userId, name, setText],
  );
  return [text, setText, draft];
}
