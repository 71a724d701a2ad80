import { useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';

/** Sets the document's title, for tabs, bookmarks and history. */
export function useTitle(page: string): void {
  const { t } = useText();
  const title = t('titles.pattern', { page, brand: t('brand.name') });

  useEffect(() => {
    document.title = title;
  }, [title]);
}
