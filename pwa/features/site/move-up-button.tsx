import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { arrowUpIcon } from '#pwa/ui/icons/icons.ts';

interface MoveUpButtonProps<Entry> {
  entries: readonly Entry[];
  at: number;
  onChange: (entries: Entry[]) => void;
}

/** Puts an entry of a list before the one above it. A single entry has no button. */
export function MoveUpButton<Entry>({ entries, at, onChange }: MoveUpButtonProps<Entry>) {
  const { t } = useText();
  if (entries.length < 2) return null;

  function moveUp(): void {
    const [before, entry] = entries.slice(at - 1, at + 1);
    if (before && entry) onChange(entries.with(at - 1, entry).with(at, before));
  }

  return (
    <Button variant="quiet" icon={arrowUpIcon} disabled={at === 0} onClick={moveUp}>
      {t('site.quotes.up')}
    </Button>
  );
}
