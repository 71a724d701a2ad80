import { Link } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { playerFacts } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { contactAdded } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { type SameApplication, whoOf } from '#pwa/local/rows/same-person.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { checkCircleIcon, plusIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';

/** Players to whom an inquiry is offered at most. */
const SHOWN = 5;

interface AddToButtonsProps {
  contact: ContactRow;
  /** The main act, or one beside others; those with the same name alone are always quiet. */
  variant?: 'primary' | 'secondary';
  onAdded?: () => void;
}

/** Names the player to whom an inquiry was added. */
export function AddedHint({ contact }: { contact: ContactRow }) {
  return contact.addedTo !== null && <AddedToHint addedTo={contact.addedTo} />;
}

function AddedToHint({ addedTo }: { addedTo: string }) {
  const { t } = useText();
  const into = useRecord(addedTo)?.row;
  if (into?.id !== addedTo) return null;
  const words = t('contactDetail.addedTo', { player: into.playerName });
  return (
    <ListHint icon={checkCircleIcon} urgent={false} title={words}>
      {words}
    </ListHint>
  );
}

/** Names the player in whose history an inquiry stands, and takes it back. */
export function AddedNotice({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const change = useChange();
  const into = useRecord(contact.addedTo ?? '')?.row;
  if (!into || into.id !== contact.addedTo) return null;
  const { waiting: _, ...seen } = contact;
  const taken = { applicationId: into.id, added: false };
  return (
    <Notice
      icon={checkCircleIcon}
      actions={
        <Button
          variant="quiet"
          onClick={() => void change(contactAdded.make(taken, { ...seen, into }))}
        >
          {t('contactDetail.takeBack')}
        </Button>
      }
    >
      <Link to={APP_PATHS.application} params={{ id: into.id }}>
        {t('contactDetail.addedTo', { player: into.playerName })}
      </Link>
    </Notice>
  );
}

/** Each adds an inquiry to the history of one of the players who may be the one of the inquiry. */
export function AddToButtons({
  applications,
  ...props
}: AddToButtonsProps & { applications: readonly SameApplication[] }) {
  return applications
    .slice(0, SHOWN)
    .map((application) => <AddTo key={application.id} application={application} {...props} />);
}

/** What tells players of one name apart stands below. */
function AddTo({
  contact,
  application: { id, name, currentClub, contactId, isSure },
  variant = 'secondary',
  onAdded,
}: AddToButtonsProps & { application: SameApplication }) {
  const { t } = useText();
  const change = useChange();
  const today = useToday();
  const row = useRecord(id)?.row;
  const { waiting: _, ...seen } = contact;
  return (
    <div>
      <Button
        variant={isSure ? variant : 'quiet'}
        icon={plusIcon}
        onClick={() => {
          const into = { id, playerName: name, contactId };
          void change(contactAdded.make({ applicationId: id, added: true }, { ...seen, into }));
          onAdded?.();
        }}
      >
        {t('contactDetail.addTo', { player: isSure ? name : whoOf({ name, currentClub }) })}
      </Button>
      {row && (
        <p className={primitives.note}>
          {[...playerFacts(t, row, today), wordText(t, 'status', row.status)].join(' · ')}
        </p>
      )}
    </div>
  );
}
