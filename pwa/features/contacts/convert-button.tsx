import { useState } from 'react';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button, type ButtonLook } from '#pwa/ui/button.tsx';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';
import { convertContact, reverseConversion } from './convert-contact.ts';

interface ConvertButtonProps extends ButtonLook {
  contact: ContactRow;
  label: string;
  /** A label with the contact's name, for lists with several buttons. */
  'aria-label'?: string;
  /** Called with the id of the application once the conversion is stored on this device. */
  onConverted: (applicationId: string) => void;
}

/**
 * Converts an inquiry into an application; asks first for a club's inquiry, which has no player. Render
 * it only for inquiries that are not converted.
 */
export function ConvertButton({ contact, label, onConverted, ...button }: ConvertButtonProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { name } = contact;

  async function convert(): Promise<void> {
    setAsking(false);
    setBusy(true);
    try {
      const key = await convertContact(mirror, contact);
      onConverted(applicationIdOf(contact.id));
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t('contacts.converted.title'),
          description: t('contacts.converted.description', { name }),
        },
        refused: {
          title: t('contacts.convertFailed.title'),
          description: (message) => t('contacts.convertFailed.description', { message }),
        },
        reverse,
      });
    } catch (error) {
      showNotSaved(t, error);
    } finally {
      setBusy(false);
    }
  }

  async function reverse(): Promise<void> {
    try {
      const key = await reverseConversion(mirror, contact);
      await tellOutcome(t, mirror, key, {
        sent: { title: t('sync.undone'), description: t('contacts.reopened', { name }) },
        refused: { title: t('contacts.convertFailed.title') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  }

  function press(): void {
    if (contact.inquiryType === 'club_recruitment') setAsking(true);
    else void convert();
  }

  return (
    <>
      <Button {...button} busy={busy} busyLabel={t('contacts.converting')} onClick={press}>
        {label}
      </Button>
      {asking && (
        <LazyConfirmDialog
          variant="primary"
          title={t('contacts.club.title')}
          description={t('contacts.club.text')}
          confirmLabel={t('contacts.club.confirm')}
          open
          onOpenChange={setAsking}
          onConfirm={() => void convert()}
        />
      )}
    </>
  );
}
