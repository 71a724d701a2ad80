import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactAdded } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import type { SameApplication } from '#pwa/local/rows/same-person.ts';
import { Button } from '#pwa/ui/button.tsx';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { ConvertButton } from './convert-button.tsx';

interface KnownPlayerActionsProps {
  contact: ContactRow;
  applications: readonly SameApplication[];
  onConverted: (applicationId: string) => void;
}

/** For an inquiry of a player who is here already: adds it to that player's history, or makes another application. */
export function KnownPlayerActions({
  contact,
  applications,
  onConverted,
}: KnownPlayerActionsProps) {
  const { t } = useText();
  const change = useChange();
  const { waiting: _, ...seen } = contact;
  return (
    <>
      {applications.map(({ id, name, contactId }) => (
        <Button
          key={id}
          variant="secondary"
          icon={plusIcon}
          onClick={() => {
            const into = { id, playerName: name, contactId };
            const addition = { applicationId: id, added: true, state: 'answered' } as const;
            void change(contactAdded.make(addition, { ...seen, into }));
          }}
        >
          {t('contactDetail.addTo', { player: name })}
        </Button>
      ))}
      <ConvertButton
        variant="quiet"
        contact={contact}
        label={t('contactDetail.makeAnother')}
        onConverted={onConverted}
      />
    </>
  );
}
