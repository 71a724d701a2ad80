import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/rows.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { downloadIcon } from '#pwa/ui/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';

interface Props<Row> {
  /** Those that the list shows, in its order. */
  rows: readonly Row[];
  onClose: () => void;
}

export const LazyApplicationExport = lazyWindow<Props<ApplicationRow>>(
  async () => (await import('./export-sheets.tsx')).ApplicationExport,
  ({ onClose }) => onClose(),
);
export const LazyContactExport = lazyWindow<Props<ContactRow>>(
  async () => (await import('./export-sheets.tsx')).ContactExport,
  ({ onClose }) => onClose(),
);

interface ExportChoiceProps<Row> {
  rows: readonly Row[];
  Window: (props: Props<Row>) => ReactNode;
}

/** Opens the export of what a list shows. */
export function ExportChoice<Row>({ rows, Window }: ExportChoiceProps<Row>) {
  const { t } = useText();
  // What the list showed when it was pressed: a change that arrives meanwhile moves nothing.
  const [chosen, setChosen] = useState<readonly Row[] | null>(null);
  return (
    <>
      <IconButton
        icon={downloadIcon}
        label={t('export.title')}
        disabled={rows.length === 0}
        onClick={() => setChosen(rows)}
      />
      {chosen && <Window rows={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
