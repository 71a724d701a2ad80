import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { rowsIcon } from '#pwa/ui/icons/icons.ts';
import { DENSE, useMedia } from '#pwa/ui/screen/use-media.ts';
import { chooseComfortableRows, useDensity } from './density-store.ts';

/** Switches dense tables between rows of one and of two lines; narrow windows have two. */
export function DensityChoice() {
  const { t } = useText();
  const isWide = useMedia(DENSE);
  const { isComfortable } = useDensity();
  if (!isWide) return null;
  return (
    <IconButton
      icon={rowsIcon}
      label={t('list.comfortable')}
      aria-pressed={isComfortable}
      onClick={() => chooseComfortableRows(!isComfortable)}
    />
  );
}
