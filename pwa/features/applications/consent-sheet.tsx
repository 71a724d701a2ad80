import { type FormEvent, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Sheet } from '#pwa/ui/sheet.tsx';
import { blankConsent, ConsentFields, withConsent } from './consent-fields.tsx';
import { FifaRules } from './fifa-rules.tsx';
import { closeSheet } from './row-sheets-store.ts';
import styles from './status-form.module.css';
import { useSaveStatus } from './use-save-status.ts';

interface ConsentSheetProps {
  application: ApplicationRow;
  /** The status that somebody has chosen for the minor. */
  status?: Application['status'] | undefined;
}

/** Records the consent of a minor's guardian, and the chosen status with it, or the status alone. */
export function ConsentSheet({ application, status = application.status }: ConsentSheetProps) {
  const { t } = useText();
  const save = useSaveStatus();
  const [consent, setConsent] = useState(blankConsent);
  const { playerName, email } = application;
  const isNew = status !== application.status;

  function finish(notes: string | null): void {
    closeSheet();
    void save(application, { status, notes });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (consent.name.trim()) finish(withConsent(consent, ''));
  }

  return (
    <Sheet
      title={isNew ? wordText(t, 'status', status) : t('minor.consent')}
      description={personName(t, { name: playerName, email })}
      open
      onOpenChange={closeSheet}
    >
      <form className={styles.form} onSubmit={submit}>
        <ConsentFields consent={consent} onChange={setConsent} />
        <FifaRules />
        <Button type="submit" size="large" disabled={consent.name.trim() === ''}>
          {t(isNew ? 'minor.recordAndUpdate' : 'minor.record')}
        </Button>
        {isNew && (
          <Button variant="secondary" onClick={() => finish(null)}>
            {t('minor.updateWithout')}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
