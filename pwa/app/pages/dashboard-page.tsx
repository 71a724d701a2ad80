import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { TABS, type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { qrIcon, translateIcon } from '#pwa/ui/icons/icons.ts';
import { lazyPage } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import { ApplicationsTab } from './applications-tab.tsx';
import styles from './dashboard-page.module.css';

const ContactsTab = lazyPage(() => import('./contacts-tab.tsx'), 'ContactsTab', lazyPartAhead);

const route = getRouteApi('/guarded/office/dashboard');

/**
 * The two lists of the back office, from the mirror, refreshed from the server. On a phone title, links
 * and tabs scroll away under the bar of the list; at a desk they share a line.
 */
export function DashboardPage() {
  const { t } = useText();
  const { user } = useAuth();
  const { tab = TABS[0] } = route.useSearch();
  const navigate = useNavigate();
  const wide = useMedia(WIDE);
  const refresh = useRefreshOnEntry(TABS);

  function show(tab: Tab): void {
    void navigate({
      to: APP_PATHS.dashboard,
      search: tabOf({ tab }),
      replace: true,
      resetScroll: false,
    });
  }

  const links = user?.areas.includes('admin') && (
    <div className={styles.links}>
      <OfficeLink
        variant="quiet"
        icon={qrIcon}
        title={t('dashboard.manageCampaigns')}
        to={APP_PATHS.campaigns}
      >
        {t('dashboard.manageCampaigns')}
      </OfficeLink>
      <OfficeLink
        variant="quiet"
        icon={translateIcon}
        title={t('dashboard.manageTranslations')}
        to={APP_PATHS.translations}
      >
        {t('dashboard.manageTranslations')}
      </OfficeLink>
    </div>
  );

  const head = (
    <PageHead
      title={t('dashboard.title')}
      isSmall
      actions={!wide && <ShareMenu place={{ button: styles.share, menu: styles.shareMenu }} />}
    >
      {t('dashboard.subtitle')}
    </PageHead>
  );

  return (
    <>
      {!wide && head}
      <Tabs
        label={t('dashboard.title')}
        tabs={TABS.map((value) => ({ value, label: t(`dashboard.tabs.${value}`) }))}
        value={tab}
        onValueChange={show}
        before={wide && head}
        beside={links}
      >
        <TabPanel value="applications">
          <ApplicationsTab refresh={refresh} />
        </TabPanel>
        <TabPanel value="contacts">
          <ContactsTab refresh={refresh} />
        </TabPanel>
      </Tabs>
    </>
  );
}
