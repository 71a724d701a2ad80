import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Where } from '#pwa/lib/text/where.ts';
import { Chip } from '#pwa/ui/fields/chip.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { filterIcon } from '#pwa/ui/icons/icons.ts';
import { lazyExtra, lazyWindow } from '#pwa/ui/lazy.tsx';
import type { FilteredList, FilterSheetProps } from './filter-sheet.tsx';

/** The filter by fields, and what saves a view; render it outside of what changes with the width of the window. */
export const LazyFilterSheet = lazyWindow(() => import('./filter-sheet.tsx'), 'FilterSheet') as <
  Row,
>(
  props: FilterSheetProps<Row>,
) => ReactNode;

/** What the list is filtered by, above it. */
export const LazyActiveFilters = lazyExtra(() => import('./filter-sheet.tsx'), 'ActiveFilters') as <
  Row,
>(
  props: FilteredList<Row>,
) => ReactNode;

/** Opens the filter by fields. */
export function FilterChip({ where, onOpen }: { where: Where; onOpen: () => void }) {
  const { t } = useText();
  return (
    <Chip aria-haspopup="dialog" aria-pressed={Object.keys(where).length > 0} onClick={onOpen}>
      <Icon shape={filterIcon} />
      {t('views.filter')}
    </Chip>
  );
}
