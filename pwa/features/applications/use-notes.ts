import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { NO_NOTES, type Notes } from '#pwa/lib/text/haystack.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

const reader = lazyPartAhead(async () => (await import('#pwa/local/rows/read-notes.ts')).readNotes);
type Read = Awaited<ReturnType<typeof reader>>;

/** The notes in the histories of all applications; none while they are read or not wanted. */
export function useNotes(wanted: boolean): Notes {
  const mirror = useMirror();
  const [read, setRead] = useState<{ notes: Read } | null>(null);
  useEffect(() => {
    if (wanted) reader().then((notes) => setRead({ notes }), console.error);
  }, [wanted]);
  return (
    useLiveQuery(() => (wanted ? read?.notes(mirror) : undefined), [mirror, wanted, read]) ??
    NO_NOTES
  );
}
