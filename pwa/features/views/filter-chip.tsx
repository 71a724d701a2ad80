import type { ReactNode } from 'react';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Where } from '#pwa/lib/text/where.ts';
import { Chip } from '#pwa/ui/chip.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { filterIcon } from '#pwa/ui/icons/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import type { FilterSheetProps } from './filter-sheet.tsx';

/** The filter by fields, and what saves a view; render it outside of what changes with the width of the window. */
export const LazyFilterSheet = lazyWindow(
  () => import('./filter-sheet.tsx'),
  'FilterSheet',
  ({ onClose }) => onClose(),
) as <Row>(props: FilterSheetProps<Row>) => ReactNode;

/** Opens the filter by fields, and says by how many the list is filtered. */
export function FilterChip({ where, onOpen }: { where: Where; onOpen: () => void }) {
  const { t, language } = useText();
  const count = Object.keys(where).length;
  return (
    <Chip aria-haspopup="dialog" aria-pressed={count > 0} onClick={onOpen}>
      <Icon shape={filterIcon} />
      {t('views.filter')}
      {count > 0 && <span>{formatNumber(language, count)}</span>}
    </Chip>
  );
}
