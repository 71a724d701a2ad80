import { useState } from 'react';
import { playerOf } from '#contract/conversion.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { addressOf, writerName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import type { RecordLook } from '#pwa/records/record-definition.ts';
import { BadgeButton, CellLines, RecordCell } from '#pwa/records/record-list.tsx';
import type { IconShape } from '#pwa/ui/icons/icon.tsx';
import { eyeIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { AddedHint } from './add-to-buttons.tsx';
import { ContactBadge, stateText } from './contact-badge.tsx';
import { excerptOf, isConvertible, isHandled } from './contact-list.ts';
import { ConvertButton } from './convert-button.tsx';
import { ReplyClock } from './reply-clock.tsx';
import { useContact } from './use-contact.ts';

const StateSheet = lazyWindow(() => import('./handling-card.tsx'), 'StateSheet');

/**
 * How the list of inquiries is drawn.
 *
 * @param onConverted called with the id of the application once the conversion is queued
 */
export function contactLook(onConverted: (applicationId: string) => void): RecordLook<ContactRow> {
  return {
    list: 'contacts',
    name: 'contacts.columns.contact',
    nameOrder: { sort: 'name', direction: 'ascending' },
    detailOf: addressOf,
    previewOf,
    hasVerb: true,
    columns: [
      {
        id: 'inquiryType',
        label: 'contacts.columns.inquiryType',
        holds: 'word',
        cell: ({ inquiryType }, t, isShort) => (
          <RecordCell>
            {wordText(t, isShort ? 'inquiryTypeShort' : 'inquiryType', inquiryType)}
          </RecordCell>
        ),
      },
      {
        id: 'position',
        label: 'contacts.columns.position',
        under: 'inquiryType',
        order: { sort: 'position', direction: 'ascending' },
        cell: ({ position }) => <RecordCell>{position}</RecordCell>,
      },
      {
        id: 'currentClub',
        label: 'contactDetail.currentClub',
        isExtra: true,
        order: { sort: 'currentClub', direction: 'ascending' },
        cell: ({ currentClub }) => <RecordCell>{currentClub}</RecordCell>,
      },
      {
        id: 'campaignName',
        label: 'contactDetail.campaignName',
        isExtra: true,
        cell: ({ campaignName }) => <RecordCell>{campaignName}</RecordCell>,
      },
      {
        id: 'received',
        label: 'contacts.columns.received',
        holds: 'clock',
        order: { sort: 'received', direction: 'descending', reverse: 'oldest' },
        cell: (row) => (
          <CellLines>
            <time dateTime={row.createdAt}>{formatDay(row.createdAt)}</time>
            <ReplyClock contact={row} />
          </CellLines>
        ),
      },
      {
        id: 'status',
        label: 'contacts.columns.status',
        holds: 'state',
        cell: (row) => (
          <CellLines>
            <StateButton contact={row} />
            <WaitingMark waiting={row.waiting} lane={laneOf('contacts', row.id)} />
            <SuspectHint contact={row} />
            <MinorHint contact={row} />
          </CellLines>
        ),
      },
    ],
    actions: 'contacts.columns.actions',
    actionsOf: (row) => (
      <>
        <Convert contact={row} onConverted={onConverted} />
        <View contact={row} icon={eyeIcon} />
      </>
    ),
    lineOf: (row, t, { isSelecting, isBeside }) => ({
      badge: <ContactBadge contact={row} />,
      ...(!isBeside && { detail: addressOf(row) }),
      preview: previewOf(row),
      when: <time dateTime={row.createdAt}>{formatDay(row.createdAt)}</time>,
      facts: [
        // The warning about a suspect inquiry replaces its type.
        row.suspect ? null : wordText(t, 'inquiryTypeShort', row.inquiryType),
        row.position,
      ],
      mark: (
        <>
          <SuspectHint contact={row} />
          <MinorHint contact={row} />
          <ReplyClock contact={row} />
          <AddedHint contact={row} />
          <WaitingMark waiting={row.waiting} lane={laneOf('contacts', row.id)} />
        </>
      ),
      action: !isSelecting && !isBeside && (
        <>
          <View contact={row} />
          <Convert contact={row} onConverted={onConverted} />
        </>
      ),
    }),
  };
}

/** The badge, which opens the states where a person sets them. */
function StateButton({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const [opener, setOpener] = useState<Element | null>(null);
  const badge = <ContactBadge contact={contact} />;
  if (!isHandled(contact)) return badge;
  const name = writerName(t, contact);
  return (
    <>
      <BadgeButton
        aria-label={t('applications.statusOf', { name, status: stateText(t, contact) })}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        {badge}
      </BadgeButton>
      {opener && <StateSheet contact={contact} opener={opener} onClose={() => setOpener(null)} />}
    </>
  );
}

/** How the message begins, after the player for whom it was written: a narrow cell may cut that off the name. */
function previewOf(row: ContactRow): string {
  return [playerOf(row), excerptOf(row)].filter(Boolean).join(' · ');
}

function View({ contact, icon }: { contact: ContactRow; icon?: IconShape }) {
  const { t } = useText();
  return (
    <OfficeLink
      variant="quiet"
      {...(icon && { icon })}
      title={t('contacts.view')}
      to={APP_PATHS.contact}
      params={{ id: String(contact.id) }}
      aria-label={t('contacts.viewOf', { name: writerName(t, contact) })}
    >
      {t('contacts.view')}
    </OfficeLink>
  );
}

interface ConvertProps {
  contact: ContactRow;
  onConverted: (applicationId: string) => void;
}

/** Nothing for an inquiry that cannot become an application. */
function Convert(props: ConvertProps) {
  if (props.contact.addedTo !== null) return <ConvertAdded {...props} />;
  return isConvertible(props.contact) && <ConvertLink {...props} />;
}

/** As its record says: an application can be made of it again once that player is removed. */
function ConvertAdded(props: ConvertProps) {
  const contact = useContact(props.contact.id);
  return contact && isConvertible(contact) && <ConvertLink {...props} contact={contact} />;
}

function ConvertLink({ contact, onConverted }: ConvertProps) {
  const { t } = useText();
  return (
    <ConvertButton
      variant="quiet"
      label={t('contacts.convert')}
      aria-label={t('contacts.convertOf', { name: writerName(t, contact) })}
      contact={contact}
      onConverted={onConverted}
    />
  );
}

/** Says that the player is under 18. */
function MinorHint({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const minor = minorOf(contact, useToday());
  return (
    minor && (
      <ListHint icon={alertIcon} urgent={false} title={t('minor.badge')}>
        {t('minor.badge')}
      </ListHint>
    )
  );
}

/** Warns that an inquiry looks automatic; a person decides. */
function SuspectHint({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  if (!contact.suspect || contact.state === 'spam') return null;
  return (
    <ListHint icon={alertIcon} urgent={false} title={t('contacts.suspect')}>
      {t('contacts.suspect')}
    </ListHint>
  );
}
