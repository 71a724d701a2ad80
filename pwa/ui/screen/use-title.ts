import { useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';

/** Sets the document's title, for tabs, bookmarks and history; leaves it as it is without a page. */
export function useTitle(page: string | undefined): void {
  const { t } = useText();
  const title = page && t('titles.pattern', { page, brand: t('brand.name') });

  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
