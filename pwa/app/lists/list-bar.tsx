import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import type { Tab } from './dashboard-tab.ts';
import styles from './list-bar.module.css';
import { setListView, useListView } from './list-views.ts';

/** The top bar of a phone over a list: its name, its search, and a new application or message. */
export function ListBar({ tab }: { tab: Tab }) {
  const { t } = useText();
  const { userId } = useMirror();
  const { query } = useListView(tab, userId);
  return (
    <div className={styles.bar}>
      <span className={styles.section} aria-hidden="true">
        {t(`dashboard.tabs.${tab}`)}
      </span>
      <SearchBox
        key={tab}
        label={t(`${tab}.search`)}
        placeholder={t('navigation.search')}
        value={query}
        onChange={(typed) => setListView(tab, userId, { query: typed })}
      />
      {tab === 'applications' ? (
        <OfficeLink
          variant="accent"
          icon={plusIcon}
          to={APP_PATHS.newApplication}
          aria-label={t('applications.new')}
        />
      ) : (
        <OfficeLink
          variant="accent"
          icon={plusIcon}
          to={APP_PATHS.newMessage}
          aria-label={t('message.title')}
        />
      )}
    </div>
  );
}
