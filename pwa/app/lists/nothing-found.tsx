import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { searchIcon } from '#pwa/ui/icons/icons.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import type { Tab } from './dashboard-tab.ts';
import { useStillLoading } from './use-still-loading.ts';

/** The first screen is 4 kB lighter without the other list. */
const FoundElsewhere = lazyExtra(() => import('./found-elsewhere.tsx'), 'FoundElsewhere');

interface NothingFoundProps {
  tab: Tab;
  /** Whether all records are on this phone. */
  isWhole: boolean;
  /** False if a search could not look into older notes. */
  hasAllNotes: boolean;
  query: string;
  onReset: () => void;
}

/** Takes the place of a list if the search or filter matches no record, or none that is here yet. */
export function NothingFound({ tab, isWhole, hasAllNotes, query, onReset }: NothingFoundProps) {
  const { t } = useText();
  const stillLoading = useStillLoading();
  const searched = query.trim() !== '';
  if (!isWhole) return <EmptyState icon={searchIcon} title={stillLoading} />;
  return (
    <EmptyState
      icon={searchIcon}
      title={searched ? t('search.none', { query: query.trim() }) : t('list.noneFound')}
      action={
        <Button variant="secondary" onClick={onReset}>
          {t('list.showAll')}
        </Button>
      }
    >
      {searched && <FoundElsewhere tab={tab} query={query} />}
      {!hasAllNotes && t('search.trimmed')}
    </EmptyState>
  );
}
