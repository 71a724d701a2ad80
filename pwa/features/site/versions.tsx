import { useState } from 'react';
import { readSiteVersion, type SiteVersion } from '#contract/site.ts';
import { call } from '#pwa/api/call.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { SiteState } from '#pwa/local/database/meta-state.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { publishContent } from './publish-content.ts';
import styles from './site-page.module.css';

interface VersionsProps {
  site: SiteState;
  userId: number;
  /** Called after a publication, and after a refused one, because another admin may have published. */
  onPublished: () => void;
}

/** Everything that was published, newest first; any of it can be brought back. */
export function Versions({ site: { current, versions }, userId, onPublished }: VersionsProps) {
  const { t } = useText();
  const store = useTextStore();
  const isOffline = useIsOffline();
  const [asked, setAsked] = useState<SiteVersion | null>(null);
  const { busy, attempt } = useAttempt('site.notPublished');

  async function bringBack({ id }: SiteVersion): Promise<void> {
    await attempt(async () => {
      const { content } = await call(readSiteVersion, { params: { id }, sentFor: userId });
      await publishContent({ current, content, restores: id, userId, store });
      showToast({ title: t('site.broughtBack') });
    });
    onPublished();
    setAsked(null);
  }

  return (
    <Card title={t('site.versions')}>
      {versions.length === 0 ? (
        <p>{t('site.noVersions')}</p>
      ) : (
        <ul className={primitives.stack2} aria-label={t('site.versions')}>
          {versions.map((version) => (
            <li key={version.id} className={styles.version}>
              <p className={styles.made}>
                <b>{t('site.version', { id: version.id })}</b>{' '}
                {t('site.byWhom', {
                  name: version.username ?? t('site.somebody'),
                  when: formatMoment(version.at),
                })}
                {version.restores !== null && ` · ${t('site.restores', { id: version.restores })}`}
              </p>
              {version.id === current?.id ? (
                <Badge tone="green">{t('site.standsNow')}</Badge>
              ) : (
                <Button variant="quiet" disabled={isOffline} onClick={() => setAsked(version)}>
                  {t('site.bringBack')}
                  <span className="visually-hidden"> {t('site.version', { id: version.id })}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        title={t('site.askBack', { id: asked?.id ?? 0 })}
        description={t('site.askBackText')}
        confirmLabel={t('site.bringBack')}
        variant="primary"
        busy={busy}
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void bringBack(asked);
        }}
      />
    </Card>
  );
}
