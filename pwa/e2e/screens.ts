import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { SCREENS, type Screen } from '#pwa/app/screens.ts';
import type { TextKey } from '#pwa/i18n/text-key.ts';

/** The screens of the back office as addresses of these records, in the order of the table. */
export function officeScreens(ids: {
  application: string;
  contact: number;
}): { name: string; title: TextKey | undefined; address: string }[] {
  return (
    Object.entries<Screen>(SCREENS)
      // The address of the search opens its window over the lists.
      .filter(([name, { access }]) => access !== 'public' && name !== 'search')
      .map(([name, screen]) => {
        const { search } = screen;
        const path = APP_PATHS[name as keyof typeof APP_PATHS];
        const id = name === 'contact' ? ids.contact : ids.application;
        const tab = search ? `?tab=${search.tab}` : '';
        return {
          title: screen.title ?? screen.label,
          name,
          address: path.replace('$id', String(id)) + tab,
        };
      })
  );
}
