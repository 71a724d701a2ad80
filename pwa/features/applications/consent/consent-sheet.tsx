import { type FormEvent, useState } from 'react';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useFirstToCall } from '#pwa/features/applications/people/use-reachable.ts';
import { type ConsentPurpose, closeSheet } from '#pwa/features/applications/row-sheets-store.ts';
import styles from '#pwa/features/applications/status/status-form.module.css';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { wordText } from '#pwa/i18n/word-text.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { blankConsent, ConsentFields, withConsent } from './consent-fields.tsx';
import { FifaRules } from './fifa-rules.tsx';

interface ConsentSheetProps extends ConsentPurpose {
  application: ApplicationRow;
}

/** Records the consent of a minor's guardian, then continues the chosen act; it can continue without a consent. */
export function ConsentSheet({
  application,
  status = application.status,
  onContact,
}: ConsentSheetProps) {
  const { t } = useText();
  const change = useChange();
  const person = useFirstToCall(application);
  const [consent, setConsent] = useState(() => ({ ...blankConsent(), name: person?.name ?? '' }));
  const name = applicationDefinition.nameOf(t, application);
  const isNew = status !== application.status;
  const words = wordsFor(isNew, onContact !== undefined);

  function finish(notes: string | null): void {
    closeSheet();
    if (notes !== null || isNew) {
      void change(statusChanged.make({ status, notes }, application), { name });
    }
    onContact?.();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (consent.name.trim()) finish(withConsent(consent, ''));
  }

  return (
    <Sheet
      title={isNew ? wordText(t, 'status', status) : t('minor.consent')}
      description={name}
      onClose={closeSheet}
    >
      <form className={styles.form} onSubmit={submit}>
        <ConsentFields consent={consent} onChange={setConsent} isTitled={!isNew} isNeeded />
        <FifaRules />
        <Button type="submit" size="large" disabled={consent.name.trim() === ''}>
          {t(words.record)}
        </Button>
        {words.without && (
          <Button variant="secondary" onClick={() => finish(null)}>
            {t(words.without)}
          </Button>
        )}
      </form>
    </Sheet>
  );
}

/** What the buttons say. A consent that is asked for nothing is only recorded. */
function wordsFor(hasStatus: boolean, hasContact: boolean): { record: TextKey; without?: TextKey } {
  if (hasStatus) return { record: 'minor.recordAndUpdate', without: 'minor.updateWithout' };
  if (hasContact) return { record: 'minor.recordAndContact', without: 'minor.contactWithout' };
  return { record: 'minor.record' };
}
