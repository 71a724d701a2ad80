import { useState } from 'react';
import { playerOf } from '#contract/conversion.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { findSame, type SameApplication } from '#pwa/local/rows/same-person.ts';
import { Button, type ButtonLook } from '#pwa/ui/button.tsx';
import { conversionOf, playerIn } from './conversion.ts';
import { ConvertDialog } from './convert-dialog.tsx';

interface ConvertButtonProps extends ButtonLook {
  contact: ContactRow;
  label: string;
  /** A label with the contact's name, for lists with several buttons. */
  'aria-label'?: string;
  /** The person has seen the players who are here already. */
  isAnother?: boolean;
  /** Called with the id of the application once the conversion is stored on this device. */
  onConverted: (applicationId: string) => void;
}

/**
 * Converts an inquiry into an application. Asks first for a club's inquiry, which has no player, where another person
 * has written for the player, and where a player with the same e-mail, phone or name is here already. Render it only
 * for inquiries that are not converted.
 */
export function ConvertButton({
  contact,
  label,
  isAnother = false,
  onConverted,
  ...button
}: ConvertButtonProps) {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  const [asked, setAsked] = useState<readonly SameApplication[] | null>(null);
  const [busy, setBusy] = useState(false);

  async function convert(): Promise<void> {
    setAsked(null);
    setBusy(true);
    if (await change(await conversionOf(mirror, contact))) {
      onConverted(applicationIdOf(contact.id));
    }
    setBusy(false);
  }

  async function press(): Promise<void> {
    setBusy(true);
    const same = isAnother ? [] : await findSame(mirror, playerIn(contact));
    const known = same.filter((record) => record.kind === 'application');
    const isDoubtful = contact.inquiryType === 'club_recruitment' || playerOf(contact) !== null;
    if (!isDoubtful && known.length === 0) return convert();
    setAsked(known);
    setBusy(false);
  }

  return (
    <>
      <Button
        {...button}
        busy={busy}
        busyLabel={t('contacts.converting')}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {asked && (
        <ConvertDialog
          contact={contact}
          applications={asked}
          onClose={() => setAsked(null)}
          onConfirm={() => void convert()}
        />
      )}
    </>
  );
}
