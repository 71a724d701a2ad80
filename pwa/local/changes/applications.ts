import * as v from 'valibot';
import {
  type Application,
  ApplicationDraft,
  changeStatus,
  createApplication,
  editApplication,
  FollowUp,
  getApplication,
  type HistoryEntry,
  type StatusChange,
  setFollowUp,
} from '#contract/applications.ts';
import type { DraftOf } from '#contract/endpoint.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { consentIn } from '#contract/fields/guardian-consent.ts';
import { isOneOf, REASONS, STATUSES } from '#contract/fields/vocabulary.ts';
import type { Offer, OfferDraft, setOffer } from '#contract/offers/offer.ts';
import { type Removal, removeApplication } from '#contract/removal.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { type Change, defineChange, type Made, type Text } from './define-change.ts';
import {
  changedFields,
  fieldText,
  textsOf,
  wayBack,
  withFields,
  withSeen,
  withSeenIfSaid,
} from './edit.ts';
import { newApplication } from './new-application.ts';

const texts = textsOf(APPLICATION_FIELDS);
const label = (field: keyof typeof APPLICATION_FIELDS) => `applicationForm.${field}` as const;

type Seen<Field extends keyof Application> = Pick<Application, 'id' | 'contactId' | Field>;

/** A new status, a note, the reason of a rejection, or several of them. Without a new status it repeats the one that the person saw. */
export const statusChanged = defineChange({
  type: 'status-changed',
  endpoint: changeStatus,
  list: 'applications',
  id: ({ seen }: Made<StatusChange, Seen<'status'>>) => seen.id,
  sees: ['id', 'status', 'contactId'],
  after: (change) => conversionOf(change),
  prevails: true,
  request({ body: { status, notes, reason }, ...entry }) {
    const body = { status, ...(notes !== null && { notes }), ...(reason && { reason }) };
    return withSeenIfSaid({ ...entry, body }, ['status']);
  },
  overlay: {
    applications: (row, entry) => ({
      ...row,
      status: isChoice(entry) ? entry.body.status : row.status,
      removedAt: null,
      updatedAt: later(row.updatedAt, entry.queuedAt),
    }),
  },
  history({ body, seen }, before = seen.status) {
    return {
      applicationId: seen.id,
      previousStatus: before,
      newStatus: isChoice({ body, seen }) ? body.status : before,
      notes: body.notes,
      reason: body.reason ?? null,
    };
  },
  /** The history keeps both changes of status; which status stands is asked. */
  accept: ({ change, conflicts, ...application }, made) => ({
    rows: { applications: application },
    history: change,
    disputed: conflicts ?? comparedHere(made, change),
    theirs: { status: change.previousStatus },
  }),
  asks: {
    text: 'sync.conflict.text',
    mine: 'sync.conflict.keepMine',
    theirs: 'sync.conflict.takeTheirs',
    mineHint: 'sync.conflict.keepMineHint',
    theirsHint: 'sync.conflict.takeTheirsHint',
  },
  amend: ({ id, status, contactId }: Application, fields) => ({
    // A status of the application, perhaps one that only a newer server knows.
    body: { status: fields.status as Application['status'], notes: null },
    seen: { id, status, contactId },
  }),
  showValue: (status, text) => statusText(status, text),
  alreadyDone: {
    // "Nothing to change": another person may have set the same status.
    mayBe: ({ body }, problem) =>
      body.notes === null && !body.reason && problem === 'invalid-input',
    check: { read: getApplication, isDone: (row, { body }) => row.status === body.status },
  },
  describe(change, text) {
    const { status, notes, reason } = change.body;
    const said = reason ? [text('rejection.because', { reason: reasonText(reason, text) })] : [];
    if (isChoice(change)) {
      said.unshift(text('sync.change.status', { status: statusText(status, text) }));
    } else if (notes !== null) said.unshift(text('sync.change.note'));
    return said.join(' · ');
  },
  title(change, text, name) {
    const { status, notes, reason } = change.body;
    if (isChoice(change)) {
      return text('sync.toast.status', { name, status: statusText(status, text, 'statusShort') });
    }
    return reason && notes === null
      ? text('sync.toast.change', { name, change: reasonText(reason, text) })
      : text('sync.toast.note', { name });
  },
  done(change, text) {
    if (!isChoice(change)) return text('sync.toast.sent');
    const words = ['success', 'successDescription'] as const;
    const [title, description] = words.map((word) =>
      text(`applicationDetail.statusUpdate.${word}`),
    );
    return `${title}\n${description}`;
  },
  failed: { title: 'applicationDetail.statusUpdate.error' },
  /**
   * A status goes back, with its reason, and the history says so. A note stays and is named as undone; a recorded consent
   * stays, and a reason that was given later, until another one is.
   */
  reverse(change, text): Change | null {
    const { body, seen } = change;
    if (!isChoice(change) && (body.notes === null || consentIn(body.notes))) return null;
    const undone = isChoice(change)
      ? text('applicationDetail.statusUpdate.reversal', { status: statusText(seen.status, text) })
      : text('sync.toast.undone', { change: body.notes ?? '' });
    const now = { ...seen, status: body.status };
    return { type: 'status-changed', body: { status: seen.status, notes: undone }, seen: now };
  },
  note: ({ body }) => body.notes,
  texts: { notes: { isLong: true } },
  label: (field) => `applicationDetail.statusUpdate.${field === 'status' ? 'status' : 'notes'}`,
});

/** The `conflicts` of a change that was sent without `seen`, which the server could not compare. */
function comparedHere(
  { seen }: Made<StatusChange, Seen<'status'>>,
  { previousStatus, newStatus }: HistoryEntry,
): string[] {
  return [seen.status, newStatus].includes(previousStatus) ? [] : ['status'];
}

/** A status that only a newer server knows is its own text. */
function statusText(
  status: Application['status'],
  text: Text,
  words: 'status' | 'statusShort' = 'status',
): string {
  return isOneOf(STATUSES, status) ? text(`${words}.${status}`) : status;
}

/** A reason that only a newer server knows is its own text. */
function reasonText(reason: string, text: Text): string {
  return isOneOf(REASONS, reason) ? text(`reasons.${reason}`) : reason;
}

/** An application entered by hand, under an id that was made on this phone. */
export const applicationCreated = defineChange({
  type: 'application-created',
  endpoint: createApplication,
  list: 'applications',
  id: ({ body }: Made<ApplicationDraft & { id: string }, null>) => body.id,
  makes: {
    list: 'applications',
    id: ({ body }) => body.id,
    row: ({ body, queuedAt }) => newApplication(body.id, body, null, queuedAt),
  },
  // The id was made here: an application that has it is this one.
  alreadyDone: {
    mayBe: (_, problem) => problem === 'application-exists',
    check: { read: getApplication, isDone: () => true },
  },
  describe: (_, text) => text('sync.change.create'),
  done: (_, text, name) => text('applicationForm.createdDescription', { name }),
  failed: { title: 'applicationForm.failed' },
  name: ({ body }) => body.playerName,
  texts,
  label,
});

/** Other values in the fields of an application; its status stays. */
export const applicationEdited = defineChange({
  type: 'application-edited',
  endpoint: editApplication,
  list: 'applications',
  id: ({ seen }: Made<ApplicationDraft, Application>) => seen.id,
  after: (change) => conversionOf(change),
  request: (edit) => withSeen(edit, namesOf(APPLICATION_FIELDS)),
  overlay: {
    applications: (row, entry) => ({
      ...row,
      ...changedFields(entry),
      removedAt: null,
      updatedAt: later(row.updatedAt, entry.queuedAt),
    }),
  },
  /** What another person has changed meanwhile is known once the server has answered. */
  history(edit, status = edit.seen.status) {
    const edits = Object.entries(changedFields(edit)).map(([field, after]) => ({
      field,
      before: edit.seen[field as keyof ApplicationDraft] ?? null,
      after,
    }));
    const [applicationId, entry] = [edit.seen.id, { previousStatus: status, newStatus: status }];
    return edits.length > 0 ? { applicationId, ...entry, edits } : null;
  },
  accept: ({ change, conflicts = [], ...application }) => ({
    rows: { applications: application },
    ...(change && { history: change }),
    disputed: conflicts,
  }),
  amend: (seen: Application, fields) => ({
    body: v.parse(ApplicationDraft, { ...seen, ...fields }),
    seen,
  }),
  describe(edit, text) {
    const changed = changedFields(edit);
    const fields = namesOf(APPLICATION_FIELDS).filter((field) => field in changed);
    return withFields(
      text('sync.change.edit'),
      fields.map((field) => text(label(field))),
    );
  },
  done: (_, text, name) => text('applicationForm.savedDescription', { name }),
  failed: { title: 'applicationForm.failed' },
  reverse: (edit): Change => ({ type: 'application-edited', ...wayBack(edit) }),
  name: ({ body }) => body.playerName,
  texts,
  label,
  showValue: (value, text, name) =>
    fieldText(value, text, APPLICATION_FIELDS[name as keyof typeof APPLICATION_FIELDS]),
});

/** The day on which to come back to a player, or none. It is no change of the player's own. */
export const followUpSet = defineChange({
  type: 'follow-up-set',
  endpoint: setFollowUp,
  list: 'applications',
  id: ({ seen }: Made<FollowUp, Seen<'followUpOn'>>) => seen.id,
  sees: ['id', 'followUpOn', 'contactId'],
  after: (change) => conversionOf(change),
  request: (entry) => withSeenIfSaid(entry, ['followUpOn']),
  overlay: { applications: (row, { body }) => ({ ...row, ...body, removedAt: null }) },
  amend: (seen: Application, fields) => ({ body: v.parse(FollowUp, fields), seen }),
  describe: ({ body: { followUpOn } }, text) =>
    followUpOn === null
      ? text('sync.change.noFollowUp')
      : text('sync.change.followUp', { day: formatDate(followUpOn) }),
  failed: { title: 'applicationDetail.followUp.failed' },
  reverse: (change): Change => ({ type: 'follow-up-set', ...wayBack(change) }),
  label: () => 'applicationDetail.followUp.title',
  showValue: (day) => formatDate(day),
});

type OfferBody = Omit<DraftOf<typeof setOffer>, 'draft'> & { draft?: OfferDraft };

/** An offer, and until when it was open before; a new one until a moment that has passed. */
interface SeenOffer extends Pick<Application, 'id' | 'contactId'>, Pick<Offer, 'club'> {
  offerId: string;
  was: string;
}

/**
 * A player's page for one club is made, or is open until another moment: an earlier one ends it. It names the endpoint and
 * reads the column itself: with the module of the contract the first screen is 302 bytes larger.
 */
export const offerSet = defineChange({
  type: 'offer-set',
  endpoint: {
    method: 'PUT',
    path: '/api/applications/:id/offers/:offerId',
    reply: getApplication.reply,
  } satisfies Partial<typeof setOffer>,
  list: 'applications',
  id: ({ seen }: Made<OfferBody, SeenOffer>) => seen.id,
  part: ({ seen }) => seen.offerId,
  after: (change) => conversionOf(change),
  overlay: {
    applications: (row, { body: { until, draft }, seen: { offerId: id }, queuedAt }) => {
      const offers: Offer[] = JSON.parse(row.offers ?? '[]');
      const known = offers.find((offer) => offer.id === id);
      if (known) known.until = until;
      else if (draft)
        offers.push({
          id,
          ...draft,
          madeAt: queuedAt,
          consentOn: row.offerConsentOn,
          until,
          ...UNREAD,
        });
      return {
        ...row,
        offers: JSON.stringify(offers),
        removedAt: null,
        updatedAt: later(row.updatedAt, queuedAt),
      };
    },
  },
  describe: ({ body, seen: { club, was } }, text) =>
    text(`offers.events.${body.until > was ? 'made' : 'ended'}`, { club }),
  reverse: ({ body, seen }): Change => ({
    type: 'offer-set',
    body: { until: seen.was },
    seen: { ...seen, was: body.until },
  }),
});

/** No club has opened the page yet. */
const UNREAD = {
  people: 0,
  openings: 0,
  openedAt: null,
  answer: null,
  answerWords: null,
  answeredAt: null,
};

/** An application that was made by mistake is removed, or brought back; its inquiry is open again meanwhile. */
export const applicationRemoved = defineChange({
  type: 'application-removed',
  endpoint: removeApplication,
  list: 'applications',
  id: ({ seen }: Made<Removal, Seen<'playerName'> & Partial<Application>>) => seen.id,
  touches: ['applications', 'contacts'],
  also: { list: 'contacts', id: ({ seen }) => seen.contactId },
  after: (change) => conversionOf(change),
  overlay: {
    applications: (row, { body, queuedAt }) => ({
      ...row,
      removedAt: body.removed ? queuedAt : null,
    }),
    contacts: (row, { body }) => ({ ...row, convertedToApplication: !body.removed }),
  },
  // An entry of an older version has no status, and says nothing of what it saw.
  request: ({ body, seen }) => (body.removed && seen.status ? { ...body, seen } : body),
  accept: ({ contact, already, conflicts = [], ...application }) => ({
    rows: { applications: application, ...(contact && { contacts: contact }) },
    disputed: conflicts,
    already,
  }),
  asks: {
    text: 'sync.removalConflict.text',
    mine: 'removed.remove',
    theirs: 'sync.removalConflict.keep',
  },
  amend: (seen: Application) => ({ body: { removed: true }, seen }),
  label: () => 'removed.remove',
  // It was deleted meanwhile.
  alreadyDone: {
    mayBe: ({ body }, problem) => body.removed && problem === 'application-not-found',
  },
  describe: ({ body }, text) => text(body.removed ? 'sync.change.remove' : 'sync.change.bringBack'),
  title: (change, text, name) =>
    change.body.removed
      ? text('removed.done', { name })
      : text('sync.toast.change', { name, change: text('sync.change.bringBack') }),
  done: ({ body }, text, name) =>
    text(body.removed ? 'removed.doneDescription' : 'removed.backDescription', { name }),
  failed: { title: 'removed.failed' },
  reverse: ({ body, seen }): Change => ({
    type: 'application-removed',
    body: { removed: !body.removed },
    seen,
  }),
  name: ({ seen }) => seen.playerName,
});

/** The lane of the inquiry whose conversion makes the application; null if it has none. */
function conversionOf({ seen }: { seen: Pick<Application, 'contactId'> }): string | null {
  return seen.contactId === null ? null : laneOf('contacts', seen.contactId);
}

/** Whether a status was chosen; a note only repeats the one that the person saw. */
function isChoice({ body, seen }: Made<StatusChange, Seen<'status'>>): boolean {
  return body.status !== seen.status;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
