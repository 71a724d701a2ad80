import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { columnsIcon } from '#pwa/ui/icons/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import type { ColumnsSheetProps } from './columns-sheet.tsx';

const ColumnsSheet = lazyWindow(
  () => import('./columns-sheet.tsx'),
  'ColumnsSheet',
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
