import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { searchIcon } from '#pwa/ui/icons.ts';

interface NothingFoundProps {
  query: string;
  onReset: () => void;
}

/** Takes the place of a list if the search or filter matches no record. */
export function NothingFound({ query, onReset }: NothingFoundProps) {
  const { t } = useText();
  const searched = query.trim() !== '';
  return (
    <EmptyState
      icon={searchIcon}
      title={searched ? t('search.none', { query: query.trim() }) : t('list.noneFound')}
      action={
        <Button variant="secondary" onClick={onReset}>
          {t('list.showAll')}
        </Button>
      }
    />
  );
}
