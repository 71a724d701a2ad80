import { useState } from 'react';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import type { Erasure } from '#contract/people.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Fold } from '#pwa/ui/card.tsx';
import { trashIcon } from '#pwa/ui/icons/icons.ts';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';
import { erase, hasUnsent, savePerson } from './person-actions.ts';
import styles from './person-card.module.css';

interface PersonCardProps {
  email: string;
  /** The outbox lanes of the records on this page: a person with unsent changes is not erased. */
  entities: readonly string[];
  /** Called after the server has erased the person. */
  onErased: (how: Erasure) => void;
}

/**
 * Exports and erases a person's data, for admins. It concerns every record with this address on every
 * device, so it needs the server.
 */
export function PersonCard({ email, entities, onErased }: PersonCardProps) {
  const { t } = useText();
  const { user } = useAuth();
  const [asking, setAsking] = useState<Erasure | null>(null);
  const { busy, save, eraseAs } = usePersonActions({ email, entities, onErased });
  if (!user?.areas.includes('admin') || isAnonymised({ email })) return null;

  return (
    <Fold title={t('people.title')}>
      <p className={styles.text}>{t('people.text', { email })}</p>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={downloadIcon}
          busy={busy}
          onClick={() => void save('json')}
        >
          {t('people.json')}
        </Button>
        <Button
          variant="secondary"
          icon={downloadIcon}
          busy={busy}
          onClick={() => void save('csv')}
        >
          {t('people.csv')}
        </Button>
        <Button variant="secondary" busy={busy} onClick={() => setAsking('anonymise')}>
          {t('people.anonymise')}
        </Button>
        <Button
          variant="secondary"
          icon={trashIcon}
          className={styles.delete}
          busy={busy}
          onClick={() => setAsking('delete')}
        >
          {t('people.delete')}
        </Button>
      </div>
      {asking && (
        <LazyConfirmDialog
          title={t(`people.${asking}Title`)}
          description={t(`people.${asking}Text`, { email })}
          confirmLabel={t(`people.${asking}`)}
          open
          onOpenChange={(open) => !open && setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            void eraseAs(asking);
          }}
        />
      )}
    </Fold>
  );
}

/** The two actions; while one is in flight `busy` is true. A toast shows the outcome. */
function usePersonActions({ email, entities, onErased }: PersonCardProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [busy, setBusy] = useState(false);

  function fail(description: string): void {
    showToast({ title: t('people.failed'), description, kind: 'destructive' });
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      fail(failureText(t, error));
    } finally {
      setBusy(false);
    }
  }

  const save = (format: 'json' | 'csv') => attempt(() => savePerson(mirror, email, format));

  const eraseAs = (how: Erasure) =>
    attempt(async () => {
      if (await hasUnsent(mirror, entities)) return fail(t('people.unsent'));
      const { contacts, applications } = await erase(mirror, email, how);
      showToast({
        title: t('people.erased'),
        description: t('people.erasedDescription', { contacts, applications }),
      });
      onErased(how);
    });

  return { busy, save, eraseAs };
}
