import { draftFromContact, playerOf } from '#contract/conversion.ts';
import { personName } from '#pwa/i18n/person-name.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import type { SameApplication } from '#pwa/local/rows/same-person.ts';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { AddToButtons } from './add-to-buttons.tsx';

interface ConvertDialogProps {
  contact: ContactRow;
  /** Of players who are here already and may be this one. */
  applications: readonly SameApplication[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a conversion that may be none, and shows the player and the person to call of the application. */
export function ConvertDialog({ contact, applications, onClose, onConfirm }: ConvertDialogProps) {
  const { t } = useText();
  const draft = draftFromContact(contact);
  const isKnown = applications.some(({ isSure }) => isSure);
  const isPerhaps = applications.length > 0;
  const [title, ...texts] = questionOf(t, contact, { isKnown, isPerhaps });
  return (
    <ConfirmDialog
      variant={isKnown ? 'secondary' : 'primary'}
      title={title}
      description={texts.map((text) => <p key={text}>{text}</p>)}
      confirmLabel={confirmOf(t, contact, isKnown)}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Facts>
        {(['playerName', 'email', 'phone'] as const).map((name) => (
          <Fact key={name} term={t(`applicationDetail.${name}`)} wide={name === 'email'}>
            {draft[name]}
          </Fact>
        ))}
        {playerOf(contact) !== null && (
          <Fact term={t('contactDetail.writtenBy')}>{writerOf(t, contact)}</Fact>
        )}
      </Facts>
      {isPerhaps && (
        <div className={primitives.row2}>
          <AddToButtons
            contact={contact}
            applications={applications}
            variant="primary"
            onAdded={onClose}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}

type Question = [title: string, ...texts: string[]];

function questionOf(
  t: TextAccess['t'],
  contact: ContactRow,
  { isKnown, isPerhaps }: Record<'isKnown' | 'isPerhaps', boolean>,
): Question {
  const player = playerOf(contact);
  const written = { name: personName(t, contact), player: player ?? '' };
  const texts = player === null ? [] : [t('contacts.forPlayer.text', written)];
  if (isKnown) return [t('contacts.known.title'), t('contacts.known.text'), ...texts];
  if (isPerhaps) return [t('contacts.known.title'), t('contacts.known.byName'), ...texts];
  if (isOfClub(contact)) return [t('contacts.club.title'), t('contacts.club.text'), ...texts];
  return [t('contacts.forPlayer.title', written), ...texts];
}

function confirmOf(t: TextAccess['t'], contact: ContactRow, isKnown: boolean): string {
  if (isKnown) return t('contactDetail.makeAnother');
  return t(isOfClub(contact) ? 'contacts.club.confirm' : 'contactDetail.convert');
}

function writerOf(t: TextAccess['t'], contact: ContactRow): string {
  const name = personName(t, contact);
  return contact.writtenBy ? `${name}, ${wordText(t, 'writtenBy', contact.writtenBy)}` : name;
}

function isOfClub({ inquiryType }: ContactRow): boolean {
  return inquiryType === 'club_recruitment';
}
