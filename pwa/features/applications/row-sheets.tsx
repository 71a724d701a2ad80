import { useEffect } from 'react';
import { lazyPartFirst } from '#pwa/lib/first-parts.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { closeSheet, useRowSheet } from './row-sheets-store.ts';

const StatusSheet = lazyWindow(
  () => import('#pwa/features/applications/status/status-sheet.tsx'),
  'StatusSheet',
  closeSheet,
  lazyPartFirst,
);
const StatusFormSheet = lazyWindow(
  () => import('#pwa/features/applications/status/status-sheet.tsx'),
  'StatusFormSheet',
  closeSheet,
  lazyPartFirst,
);
const ReasonSheet = lazyWindow(
  () => import('#pwa/features/applications/status/status-sheet.tsx'),
  'ReasonSheet',
  closeSheet,
  lazyPartFirst,
);
const ConsentSheet = lazyWindow(
  () => import('#pwa/features/applications/consent/consent-sheet.tsx'),
  'ConsentSheet',
  closeSheet,
);
const NoteSheet = lazyWindow(() => import('./note-sheet.tsx'), 'NoteSheet', closeSheet);

/** The sheets that rows of applications open. Once on each page with such rows. */
export function RowSheets() {
  const sheet = useRowSheet((state) => state.sheet);
  useEffect(() => closeSheet, []);
  if (!sheet) return null;
  const { which, application, purpose, opener } = sheet;
  if (which === 'consent') return <ConsentSheet application={application} {...purpose} />;
  if (which === 'status') return <StatusSheet application={application} opener={opener} />;
  const Sheet = { update: StatusFormSheet, reason: ReasonSheet, note: NoteSheet }[which];
  return <Sheet application={application} />;
}
