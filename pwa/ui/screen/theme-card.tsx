import { useSyncExternalStore } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { chooseTheme, onTheme, shownTheme, THEMES, type Theme } from '#pwa/lib/storage/theme.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';

/** Chooses light or dark colours on this device. */
export function ThemeCard() {
  const { t } = useText();
  const theme = useTheme();
  return (
    <Card title={t('theme.title')}>
      <FilterBar
        wraps
        label={t('theme.title')}
        filters={THEMES.map((value) => ({ value, label: t(`theme.${value}`), count: undefined }))}
        value={theme}
        onChange={chooseTheme}
      />
    </Card>
  );
}

/** The theme on the screen. */
function useTheme(): Theme {
  return useSyncExternalStore(onTheme, shownTheme);
}
