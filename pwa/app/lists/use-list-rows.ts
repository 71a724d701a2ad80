import { useEffect, useState } from 'react';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { FirstPull } from '#pwa/local/rows/read-rows.ts';
import { useLastSeen } from '#pwa/records/last-seen.ts';
import type { OfficeList } from './office-list.ts';

/** First the rows that fill the screen; once they are painted, all that can be searched. */
export function useListRows<Row>({
  tab,
  useAll,
  useNewest,
}: Pick<OfficeList<Row, never, never, never>, 'tab' | 'useAll' | 'useNewest'>): {
  rows: readonly Row[] | undefined;
  firstPull: FirstPull | undefined;
} {
  const { userId } = useMirror();
  const [isPainted, setPainted] = useState(false);
  const read = useLastSeen(`${tab}:${userId}`, useAll(isPainted));
  // Before its first pull an empty mirror says nothing: the newest rows may be known from elsewhere.
  const all = read?.rows.length === 0 && !read.firstPull.isWhole ? undefined : read;
  const newest = useNewest(all === undefined);
  const rows = all?.rows ?? newest;
  const isThere = rows !== undefined;
  useEffect(() => (isThere ? afterPaint(() => setPainted(true)) : undefined), [isThere]);
  return { rows, firstPull: read?.firstPull };
}
