import { useState } from 'react';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button, type ButtonLook } from '#pwa/ui/button.tsx';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';
import { conversionOf } from './conversion.ts';

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
  const change = useChange();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function convert(): Promise<void> {
    setAsking(false);
    setBusy(true);
    if (await change(await conversionOf(mirror, contact))) {
      onConverted(applicationIdOf(contact.id));
    }
    setBusy(false);
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
          onClose={() => setAsking(false)}
          onConfirm={() => void convert()}
        />
      )}
    </>
  );
}
