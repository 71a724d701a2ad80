import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ColumnsSheetProps } from './columns-sheet.tsx';
import { IconButton } from './icon-button.tsx';
import { columnsIcon } from './icons.ts';
import { lazyWindow } from './lazy.tsx';
import { useMedia, WIDE } from './use-media.ts';

const ColumnsSheet = lazyWindow(
  async () => (await import('./columns-sheet.tsx')).ColumnsSheet,
  ({ onClose }) => onClose(),
);

/** Opens the choice of a table's columns; narrow windows have no table. */
export function ColumnChoice(props: Omit<ColumnsSheetProps, 'onClose'>) {
  const { t } = useText();
  const wide = useMedia(WIDE);
  const [isOpen, setOpen] = useState(false);
  if (!wide) return null;
  return (
    <>
      <IconButton icon={columnsIcon} label={t('list.columns')} onClick={() => setOpen(true)} />
      {isOpen && <ColumnsSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
