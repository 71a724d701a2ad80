import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { chooseComfortableRows, hasComfortableRows } from '#pwa/lib/density.ts';
import { IconButton } from './icon-button.tsx';
import { rowsIcon } from './icons.ts';
import { DENSE, useMedia } from './use-media.ts';

/** Switches tables between rows of one and of two lines; narrow windows have two. */
export function DensityChoice() {
  const { t } = useText();
  const isWide = useMedia(DENSE);
  const [isComfortable, setComfortable] = useState(hasComfortableRows);
  if (!isWide) return null;
  return (
    <IconButton
      icon={rowsIcon}
      label={t('list.comfortable')}
      aria-pressed={isComfortable}
      onClick={() => {
        chooseComfortableRows(!isComfortable);
        setComfortable(!isComfortable);
      }}
    />
  );
}
