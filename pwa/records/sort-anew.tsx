import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import styles from './sort-choice.module.css';
import type { SteadyRows } from './steady-rows.ts';

interface SortAnewProps extends Pick<SteadyRows<never>, 'moved' | 'came'> {
  settle: () => void;
}

/** Says how many rows keep an old place or are not shown yet, and sorts anew; nothing while all stand at their own. */
export function SortAnew({ moved, came, settle }: SortAnewProps) {
  const { t } = useText();
  if (moved + came === 0) return null;
  return (
    <Button variant="quiet" className={styles.anew} title={t('list.sortAnew')} onClick={settle}>
      {[moved && t('list.moved', { count: moved }), came && t('list.came', { count: came })]
        .filter(Boolean)
        .join(' · ')}
    </Button>
  );
}
