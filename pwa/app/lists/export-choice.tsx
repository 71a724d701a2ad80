import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';

interface Props<Row> {
  /** The rows that the list shows, in its order. */
  rows: readonly Row[];
  onClose: () => void;
}

export const LazyApplicationExport = lazyWindow(
  () => import('./export-sheets.tsx'),
  'ApplicationExport',
);
export const LazyContactExport = lazyWindow(() => import('./export-sheets.tsx'), 'ContactExport');

interface ExportChoiceProps<Row> {
  /** Null until all rows of the list are here: a file must not be a part of it. */
  rows: readonly Row[] | null;
  Window: (props: Props<Row>) => ReactNode;
}

/** Opens the export of what a list shows. */
export function ExportChoice<Row>({ rows, Window }: ExportChoiceProps<Row>) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={downloadIcon}
        label={t('export.title')}
        disabled={!rows?.length}
        onClick={() => setOpen(true)}
      />
      {isOpen && <Window rows={rows ?? []} onClose={() => setOpen(false)} />}
    </>
  );
}
