import { useState } from 'react';
import { isAnonymised } from '#contract/anonymised.ts';
import { newId } from '#contract/ids.ts';
import { type Erasure, erasePerson, exportPerson } from '#contract/people.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { download } from '#pwa/lib/download.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { downloadIcon, trashIcon } from '#pwa/ui/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import styles from './person-card.module.css';
import { personFile } from './person-file.ts';

const ConfirmDialog = lazyWindow(
  async () => (await import('#pwa/ui/confirm-dialog.tsx')).ConfirmDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

interface PersonCardProps {
  email: string;
  /** The records on this page, as the outbox names them: nothing of theirs may still wait. */
  entities: readonly string[];
  /** The person's records are no longer what they were. */
  onErased: (how: Erasure) => void;
}

/**
 * What an admin can do for a person who asks for their data, or for their data to go. It concerns
 * every record under the address, on every phone, and so needs the server.
 */
export function PersonCard({ email, entities, onErased }: PersonCardProps) {
  const { t } = useText();
  const { user } = useAuth();
  const mirror = useMirror();
  const [asking, setAsking] = useState<Erasure | null>(null);
  const [busy, setBusy] = useState(false);
  if (!user?.areas.includes('admin') || isAnonymised({ email })) return null;

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({
        title: t('people.failed'),
        description: failureText(t, error),
        kind: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }

  const save = (format: 'json' | 'csv') => () =>
    void attempt(async () => {
      const person = await call(exportPerson, { body: { email }, sentFor: mirror.userId });
      download(personFile(person, format), `${email.replace(/[^\w.@-]/g, '_')}.${format}`);
    });

  const erase = (how: Erasure): void =>
    void attempt(async () => {
      const waiting = await mirror.outbox.where('entity').anyOf(entities).count();
      if (waiting > 0) {
        showToast({
          title: t('people.failed'),
          description: t('people.unsent'),
          kind: 'destructive',
        });
        return;
      }
      const { contacts, applications } = await call(erasePerson, {
        body: { email, how },
        key: newId(),
        sentFor: mirror.userId,
      });
      showToast({
        title: t('people.erased'),
        description: t('people.erasedDescription', { contacts, applications }),
      });
      onErased(how);
    });

  return (
    <Card title={t('people.title')}>
      <p className={styles.text}>{t('people.text', { email })}</p>
      <div className={styles.actions}>
        <Button variant="secondary" icon={downloadIcon} busy={busy} onClick={save('json')}>
          {t('people.json')}
        </Button>
        <Button variant="secondary" icon={downloadIcon} busy={busy} onClick={save('csv')}>
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
        <ConfirmDialog
          title={t(`people.${asking}Title`)}
          description={t(`people.${asking}Text`, { email })}
          confirmLabel={t(`people.${asking}`)}
          open
          onOpenChange={(open) => !open && setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            erase(asking);
          }}
        />
      )}
    </Card>
  );
}
