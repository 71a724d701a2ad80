import { useCallback, useMemo, useState } from 'react';
import { readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';

/**
 * Text that survives a reload: every change is stored under a user and a name. `forget` removes the
 * stored text and leaves the screen.
 */
export function useDraft(
  userId: number,
  name: string,
): [text: string, setText: (text: string) => void, draft: { forget: () => void }] {
  const [text, show] = useState(() => readDraft(userId, name) ?? '');

  const setText = useCallback(
    (next: string) => {
      show(next);
      writeDraft(userId, name, next);
    },
    [userId, name],
  );
  const draft = useMemo(() => ({ forget: () => writeDraft(userId, name, '') }), [userId, name]);
  return [text, setText, draft];
}
