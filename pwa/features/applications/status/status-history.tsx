import { memo, type ReactNode, useState } from 'react';
import { shallow } from 'zustand/shallow';
import { ADDITION_TAKEN_BACK } from '#contract/conversion.ts';
import { asideIn } from '#contract/deadlines/set-aside.ts';
import { consentIn } from '#contract/fields/guardian-consent.ts';
import { offerIn } from '#contract/offers/offer-notes.ts';
import { contactAddress } from '#contract/paths/app-paths.ts';
import { REMOVAL_NOTES } from '#contract/removal.ts';
import { type ShownEntry, withUndone } from '#contract/values/undone-notes.ts';
import { asideText } from '#pwa/features/applications/deadlines/deadline-text.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { consentText } from '#pwa/i18n/minor-text.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { formatDay, formatMoment } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow, HistoryRow } from '#pwa/local/database/rows.ts';
import { toneClass } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { clockIcon, editIcon, noteIcon, plusIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import { shareIcon } from '#pwa/ui/icons/site-icons.ts';
import { Tooltip, TooltipProvider } from '#pwa/ui/windows/tooltip.tsx';
import { EntryEdits } from './entry-edits.tsx';
import styles from './status-history.module.css';
import { lookOf, StatusMark } from './status-mark.tsx';

interface StatusHistoryProps {
  application: ApplicationRow;
  /** Newest first. */
  entries: readonly HistoryRow[];
}

/** A longer history is folded to its newest entries. */
const LONG = 8;
const FOLDED = 5;

/** The dated history, newest first, down to where the application came from. */
export function StatusHistory({ application, entries }: StatusHistoryProps) {
  const { t } = useText();
  const [isWhole, setWhole] = useState(false);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const shown = withUndone(entries);
  const isFolded = !isWhole && shown.length > LONG;
  return (
    <TooltipProvider>
      {entries.length === 0 && (
        <p className={styles.empty}>{t('applicationDetail.history.empty')}</p>
      )}
      <ol className={styles.timeline}>
        {(isFolded ? shown.slice(0, FOLDED) : shown).map((one) => (
          <Entry key={one.entry.id} {...one} timeZone={timeZone} />
        ))}
        {!isFolded && <Origin application={application} />}
      </ol>
      {isFolded && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('applicationDetail.history.all', { count: shown.length })}
        </Button>
      )}
    </TooltipProvider>
  );
}

interface When {
  entry: HistoryRow;
  /** The device's time zone. */
  timeZone: string;
}
type EntryProps = ShownEntry<HistoryRow> & When;

/** Compared by value: every read brings new objects for the same entries. */
const Entry = memo(
  PlainEntry,
  (was, is) =>
    was.timeZone === is.timeZone &&
    shallow(was.entry, is.entry) &&
    shallow(was.undoing, is.undoing),
);

function PlainEntry({ entry, undoing, isReversal, timeZone }: EntryProps) {
  const { t } = useText();
  const { newStatus, previousStatus, notes, reason, edits } = entry;
  const isNote = newStatus === previousStatus;
  const removal = isNote ? removalIn(notes) : null;
  const consent = consentIn(notes);
  const aside = asideIn(notes);
  const offer = isNote ? offerIn(notes) : null;
  const { rest } = consent ?? { rest: offer || removal ? (offer?.words ?? null) : notes };
  const words = aside ? [asideText(t, aside), aside.rest].filter(Boolean).join('\n') : rest;
  const said = isReversal
    ? t('applicationDetail.statusUpdate.reversal', { status: wordText(t, 'status', newStatus) })
    : words;

  return (
    <li
      className={classNames(styles.entry, toneClass(isNote ? 'neutral' : lookOf(newStatus).tone))}
      data-status={isNote ? 'note' : newStatus}
      data-undone={undoing !== null || undefined}
    >
      <span className={styles.node}>
        {isNote ? <Icon shape={iconOf(entry)} /> : <StatusMark status={newStatus} />}
      </span>
      <p className={styles.what}>
        <strong>
          {isNote ? titleOf(t, entry) : wordText(t, 'status', newStatus)}
          {reason && ` · ${wordText(t, 'reasons', reason)}`}
        </strong>
        {!isNote && (
          <span className={styles.from}>
            {t('applicationDetail.history.changedFrom', {
              status: wordText(t, 'status', previousStatus),
            })}
          </span>
        )}
      </p>
      <WhenAndWho entry={entry} timeZone={timeZone} />
      {edits && <EntryEdits edits={edits} />}
      {consent && <p className={styles.notes}>{consentText(t, consent.consent)}</p>}
      {said !== null && (
        <p className={styles.notes}>
          {undoing ? <del>{said}</del> : <TypedText>{said}</TypedText>}
        </p>
      )}
      {undoing && (
        <WhenAndWho entry={undoing} timeZone={timeZone}>
          {t('applicationDetail.history.undone')}
        </WhenAndWho>
      )}
    </li>
  );
}

/** When it happened and who did it, after what it was. */
function WhenAndWho({ entry, timeZone, children }: When & { children?: ReactNode }) {
  const { t } = useText();
  const { createdAt, by, waiting } = entry;
  // A club has opened its page, or has answered.
  const isByClub = by === null && offerIn(entry.notes) !== null;
  return (
    <p className={styles.when}>
      {children}
      <Moment entry={entry} timeZone={timeZone}>
        {formatMoment(createdAt)}
      </Moment>
      {waiting === null && !isByClub && (
        <span>
          {by === null
            ? t('applicationDetail.history.byNobody')
            : t('applicationDetail.history.by', { name: by })}
        </span>
      )}
      <WaitingMark waiting={waiting} />
    </p>
  );
}

/** What an entry without a new status is. */
function titleOf(t: TextAccess['t'], { notes, reason, edits }: HistoryRow): string {
  if (edits) return t('applicationDetail.edits.title');
  if (reason) return t('rejection.reason');
  if (asideIn(notes)) return t('deadlines.wasSetAside');
  const offer = offerIn(notes);
  if (offer) return t(`offers.events.${offer.event}`, { club: offer.club });
  return t(`applicationDetail.history.${removalIn(notes) ?? 'note'}`);
}

function iconOf({ notes, edits }: HistoryRow) {
  if (edits) return editIcon;
  if (offerIn(notes)) return shareIcon;
  return asideIn(notes) ? clockIcon : NOTE_ICONS[removalIn(notes) ?? 'note'];
}

const NOTE_ICONS = {
  note: noteIcon,
  removed: trashIcon,
  broughtBack: plusIcon,
  takenBack: trashIcon,
};

/** What a note says about the application: that it was removed, or is back; null if it is another one. */
function removalIn(notes: string | null): keyof typeof REMOVAL_NOTES | 'takenBack' | null {
  if (notes === ADDITION_TAKEN_BACK) return 'takenBack';
  if (notes === REMOVAL_NOTES.removed) return 'removed';
  return notes === REMOVAL_NOTES.broughtBack ? 'broughtBack' : null;
}

/** Device time on screen; a tooltip has the full instant, the zone and the time of arrival. */
function Moment({ entry, timeZone, children }: When & { children: ReactNode }) {
  const { t } = useText();
  const late =
    entry.waiting === null && entry.arrivedAt.slice(0, 16) !== entry.createdAt.slice(0, 16);
  const arrived = late
    ? ` · ${t('applicationDetail.history.arrived', { moment: formatMoment(entry.arrivedAt) })}`
    : '';
  return (
    <Tooltip text={`${entry.createdAt} · ${timeZone}${arrived}`}>
      <button type="button" className={styles.moment}>
        <time dateTime={entry.createdAt}>{children}</time>
      </button>
    </Tooltip>
  );
}

function Origin({ application: { contactId, createdAt } }: { application: ApplicationRow }) {
  const { t } = useText();
  const date = formatDay(createdAt);
  return (
    <li className={classNames(styles.entry, toneClass('neutral'))} data-status="origin">
      <span className={styles.node}>
        <Icon shape={plusIcon} />
      </span>
      <p className={styles.when}>
        {contactId === null
          ? t('applicationDetail.history.originByHand', { date })
          : t('applicationDetail.history.origin', { date })}
      </p>
      {contactId !== null && (
        <p>
          <a href={contactAddress(contactId)}>{t('applicationDetail.history.openInquiry')}</a>
        </p>
      )}
    </li>
  );
}
