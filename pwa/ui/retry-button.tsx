import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from './button.tsx';

/** Repeats a read that has failed. */
export function RetryButton({ onClick }: { onClick: () => void }) {
  const { t } = useText();
  return (
    <Button variant="secondary" onClick={onClick}>
      {t('common.retry')}
    </Button>
  );
}
