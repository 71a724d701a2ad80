import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactAdded } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import type { SameApplication } from '#pwa/local/rows/same-person.ts';
import { Button } from '#pwa/ui/button.tsx';
import { plusIcon } from '#pwa/ui/icons/icons.ts';

/** Players to whom an inquiry is offered at most. */
const SHOWN = 5;

interface AddToButtonsProps {
  contact: ContactRow;
  /** Of players who may be the one of the inquiry. */
  applications: readonly SameApplication[];
  /** The main act, or one beside others. */
  variant?: 'primary' | 'secondary';
  onAdded?: () => void;
}

/** Each adds an inquiry to the history of a player who is here already. */
export function AddToButtons({
  contact,
  applications,
  variant = 'secondary',
  onAdded,
}: AddToButtonsProps) {
  const { t } = useText();
  const change = useChange();
  const { waiting: _, ...seen } = contact;
  return applications.slice(0, SHOWN).map(({ id, name, contactId }) => (
    <Button
      key={id}
      variant={variant}
      icon={plusIcon}
      onClick={() => {
        const into = { id, playerName: name, contactId };
        const addition = { applicationId: id, added: true, state: 'answered' } as const;
        void change(contactAdded.make(addition, { ...seen, into }));
        onAdded?.();
      }}
    >
      {t('contactDetail.addTo', { player: name })}
    </Button>
  ));
}
