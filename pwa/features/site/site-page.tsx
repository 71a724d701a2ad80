import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './site-page.module.css';
import { useSite } from './use-site.ts';
import { Versions } from './versions.tsx';

/** The owner's data on the public site, and everything that was published. */
export function SitePage({ userId }: { userId: number }) {
  const { t } = useText();
  const { site, failure, reload } = useSite();
  return (
    <div className={styles.page}>
      <PageHead title={t('site.title')}>{t('site.subtitle')}</PageHead>
      {site ? (
        <>
          <SettingsForm current={site.current} userId={userId} onPublished={reload} />
          <Versions site={site} userId={userId} onPublished={reload} />
        </>
      ) : (
        <Nothing loading={site === undefined} failure={failure} retry={reload} />
      )}
    </div>
  );
}

interface NothingProps {
  loading: boolean;
  failure: unknown;
  retry: () => void;
}

/** Shown until it was read on this device for the first time. */
function Nothing({ loading, failure, retry }: NothingProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  if (!loading && isOffline) {
    return (
      <EmptyState icon={offlineIcon} title={t('site.offlineTitle')}>
        {t('site.offlineText')}
      </EmptyState>
    );
  }
  if (loading || failure === null) return <SkeletonRows rows={6} />;
  return (
    <EmptyState
      icon={alertIcon}
      title={t('site.errorTitle')}
      action={
        <Button variant="secondary" onClick={retry}>
          {t('common.retry')}
        </Button>
      }
    >
      {failureText(t, failure)}
    </EmptyState>
  );
}
