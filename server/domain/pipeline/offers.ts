import * as v from 'valibot';
import type { Application } from '#contract/applications.ts';
import { ANONYMISED, isAnonymised } from '#contract/fields/anonymised.ts';
import {
  type Answer,
  isOpen,
  MOST_OFFERS,
  OFFER_PICTURE_SIDE,
  type Offer,
  type OfferDraft,
  offersOf,
} from '#contract/offers/offer.ts';
import { OFFER_NOTE, type OfferEvent, offerNote } from '#contract/offers/offer-notes.ts';
import type { NoOfferPage, OfferPage } from '#contract/offers/offer-view.ts';
import { Problem } from '#contract/problems.ts';
import { timeZone } from '#contract/reminders/reminders.ts';
import { localTime } from '#contract/values/local-time.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { digestOf } from '#server/domain/accounts/password-links.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { ERASED } from '#server/domain/people/erased.ts';
import { byVisitor, type Change } from '#server/domain/replication/change.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import { plainJpeg } from '#server/domain/site/plain-picture.ts';
import { lockApplication, toApplication } from './application-row.ts';
import { convertAgain } from './contact-row.ts';
import { addEntry, entryOf } from './history.ts';
import { lockInquiriesOf } from './records.ts';

/** How many days the page of an ended offer can be opened again by the agency. */
const ENDED_DAYS = 30;
/** The most answers of one player's clubs. */
const MOST_ANSWERS = 200;

/** What setOffer takes, with its path. */
interface OfferChange {
  id: string;
  offerId: string;
  until: string;
  draft?: OfferDraft | undefined;
  digest?: string | undefined;
  picture: string | null;
}

/**
 * Makes the page of an offer, or sets until when it is open. A removed application is back. Nothing happens the second
 * time. Throws `application-not-found`, `person-not-found` for an anonymised person, and `invalid-input` for a page that
 * cannot be made.
 */
export async function setOffer(
  tx: Tx,
  made: Change,
  { id, offerId, until, draft, digest, picture }: OfferChange,
): Promise<Application> {
  const theirs = await lockApplication(tx, id);
  if (isAnonymised(theirs)) throw ERASED;
  const offers = offersOf(theirs);
  const known = offers.find((offer) => offer.id === offerId);
  if (known?.until === until || (await entryOf(tx, made.id))) return theirs;
  const isEnd = Date.parse(until) <= made.arrivedAt.getTime();
  const endedAt = isEnd ? made.arrivedAt.toISOString() : undefined;
  const offer = known
    ? { ...known, until, endedAt }
    : newOffer(made, theirs, { offerId, until, draft });
  if (known) {
    const where = { offerId, applicationId: id };
    const { count } = await tx.offerPage.updateMany({ where, data: { until: new Date(until) } });
    if (count === 0 && !isEnd) throw refused('until', 'This page is gone.');
  } else {
    if (offers.length >= MOST_OFFERS) throw refused('draft', 'There are too many offers.');
    await makePage(tx, { offerId, applicationId: id, until, digest, picture });
  }
  const data = known ? withOffer(theirs, offer) : { offers: JSON.stringify([...offers, offer]) };
  return record(tx, made, theirs, data, { event: isEnd ? 'ended' : 'made', offer });
}

function newOffer(
  { happenedAt }: Change,
  { offerConsentOn }: Application,
  { offerId, until, draft }: Pick<OfferChange, 'offerId' | 'until' | 'draft'>,
): Offer {
  if (!draft) throw refused('draft', 'There is no such offer.');
  if (!v.is(v.nullable(timeZone), draft.timeZone))
    throw refused('draft.timeZone', 'Unknown time zone.');
  return {
    id: offerId,
    ...draft,
    madeAt: happenedAt.toISOString(),
    consentOn: offerConsentOn,
    until,
    people: 0,
    openings: 0,
    openedAt: null,
    answer: null,
    answerWords: null,
    answeredAt: null,
  };
}

async function makePage(
  tx: Tx,
  {
    offerId,
    applicationId,
    until,
    digest,
    picture,
  }: Omit<OfferChange, 'id' | 'draft'> & {
    applicationId: string;
  },
): Promise<void> {
  if (!digest) throw refused('digest', 'The digest of the link is missing.');
  if (await tx.offerPage.findUnique({ where: { digest } }))
    throw refused('digest', 'This link leads to another page.');
  const page = { digest, offerId, applicationId, until: new Date(until) };
  await tx.offerPage.create({ data: { ...page, picture: picture && plainPictureIn(picture) } });
}

/** A JPEG in base64 without what a camera wrote beside it. */
function plainPictureIn(base64: string): string {
  const plain = plainJpeg(Buffer.from(base64, 'base64'));
  if (!plain || Math.max(plain.width, plain.height) > OFFER_PICTURE_SIDE) {
    throw refused('picture', 'This is no usable picture.');
  }
  return Buffer.from(plain.bytes).toString('base64');
}

function refused(field: string, message: string): Problem {
  return new Problem('invalid-input', message, { fields: { [field]: message } });
}

/** The ids of the applications with offers to the clubs of these inquiries. It looks at all offers: an erasure is rare. */
export async function offeredTo(tx: Tx, contactIds: readonly number[]): Promise<string[]> {
  const rows = await tx.application.findMany({ where: { offers: { contains: '"contactId":' } } });
  return rows.filter((row) => offersOf(row).some(isTo(contactIds))).map(({ id }) => id);
}

/**
 * Removes what offers say of the clubs whose inquiries are erased; the offers stay. Lock the applications and raise the
 * revision before.
 *
 * @param applicationIds those that `offeredTo` has found
 */
export async function forgetClubs(
  tx: Tx,
  applicationIds: string[],
  contactIds: readonly number[],
  version: number,
): Promise<void> {
  const gone = { club: ANONYMISED.name, contactId: null, answerWords: null };
  for (const row of await tx.application.findMany({ where: { id: { in: applicationIds } } })) {
    const left = offersOf(row).map((offer) =>
      isTo(contactIds)(offer) ? { ...offer, ...gone } : offer,
    );
    const data = { offers: JSON.stringify(left), version };
    await tx.application.update({ where: { id: row.id }, data });
  }
}

function isTo(contactIds: readonly number[]) {
  return ({ contactId }: Offer) => contactId !== null && contactIds.includes(contactId);
}

/** The page behind a link. */
export async function readOfferPage(
  db: Db | Tx,
  token: string,
  now: Date,
): Promise<OfferPage | NoOfferPage> {
  const page = await db.offerPage.findUnique({
    where: { digest: digestOf(token) },
    include: { application: true },
  });
  if (!page) return { gone: 'unknown' };
  const application = toApplication(page.application);
  const offer = offersOf(application).find(({ id }) => id === page.offerId);
  const isShown = offer && isOpen(offer, application, now.getTime()) && !application.removedAt;
  if (isShown) return { application, offer, picture: page.picture };
  return {
    gone: 'ended',
    ...(offer && { language: offer.language, endedOn: lastDayOf(offer, now) }),
  };
}

function lastDayOf({ endedAt, until, timeZone }: Offer, now: Date): string | undefined {
  if (endedAt) return localTime(new Date(endedAt), timeZone ?? 'UTC').day;
  return Date.parse(until) <= now.getTime() ? until.slice(0, 10) : undefined;
}

/**
 * Counts that a club has opened its page. The first opening stands in the history. Throws `link-not-found`.
 *
 * @param isAgain by a browser that has opened it before
 */
export async function countOpening(
  tx: Tx,
  change: Change,
  { token, isAgain }: { token: string; isAgain: boolean },
): Promise<void> {
  const made = byVisitor(change);
  const { application, offer } = await lockPage(tx, token, made.arrivedAt);
  const opened: Offer = {
    ...offer,
    people: offer.people + (isAgain ? 0 : 1),
    openings: offer.openings + 1,
    openedAt: made.arrivedAt.toISOString(),
  };
  const data = withOffer(application, opened);
  if (offer.openings > 0) {
    const version = await nextRevision(tx);
    await tx.application.update({ where: { id: application.id }, data: { ...data, version } });
  } else await record(tx, made, application, data, { event: 'opened', offer });
}

/**
 * Writes what a club answers into the history of the player, and asks to come back to the player today if it is
 * interested. The same answer again changes nothing. Throws `link-not-found`, and `too-many-requests` beyond MOST_ANSWERS.
 */
export async function answerOffer(
  tx: Tx,
  change: Change,
  { token, answer, words }: { token: string; answer: Answer; words: string | null },
): Promise<void> {
  const made = byVisitor(change);
  const { application, offer } = await lockPage(tx, token, made.arrivedAt);
  if (offer.answer === answer && offer.answerWords === words) return;
  const byClub = { notes: { startsWith: OFFER_NOTE }, userId: null };
  const where = { applicationId: application.id, ...byClub };
  if ((await tx.historyEntry.count({ where })) >= MOST_ANSWERS) {
    throw new Problem('too-many-requests', 'There were too many answers.');
  }
  const answered = {
    ...offer,
    answer,
    answerWords: words,
    answeredAt: made.arrivedAt.toISOString(),
  };
  const { followUpOn } = application;
  const today = localTime(made.arrivedAt, offer.timeZone ?? 'UTC').day;
  const isSooner = answer === 'interested' && (followUpOn === null || followUpOn > today);
  const data = { ...withOffer(application, answered), ...(isSooner && { followUpOn: today }) };
  // The day that was planned is not lost.
  const planned = isSooner && followUpOn ? `(${followUpOn})` : null;
  const said = [words, planned].filter((part) => part !== null).join('\n') || null;
  await record(tx, made, application, data, { event: answer, offer, words: said });
}

async function lockPage(tx: Tx, token: string, now: Date): Promise<OfferPage> {
  const found = await readOfferPage(tx, token, now);
  // What another answer has written meanwhile is read again under the lock.
  if ('offer' in found) await lockApplication(tx, found.application.id);
  const page = await readOfferPage(tx, token, now);
  if ('offer' in page) return page;
  throw new Problem('link-not-found', 'There is nothing behind this link any more.');
}

function withOffer(application: Application, offer: Offer): { offers: string } {
  const offers = offersOf(application).map((one) => (one.id === offer.id ? offer : one));
  return { offers: JSON.stringify(offers) };
}

/** Writes an application with the entry of an event. A removed one is back. */
async function record(
  tx: Tx,
  made: Change,
  theirs: Application,
  data: { offers: string; followUpOn?: string },
  { event, offer, words = null }: { event: OfferEvent; offer: Offer; words?: string | null },
): Promise<Application> {
  await lockInquiriesOf(tx, [theirs]);
  const version = await nextRevision(tx);
  const { happenedAt, arrivedAt } = made;
  if (theirs.removedAt) await convertAgain(tx, theirs.contactId, { happenedAt, version });
  const row = await tx.application.update({
    where: { id: theirs.id },
    data: { ...data, removedAt: null, updatedAt: arrivedAt, version },
  });
  const { club, contactId } = offer;
  await addEntry(tx, made, toApplication(row), {
    notes: offerNote({ event, club, words }),
    contactId,
  });
  return toApplication(row);
}

/** Removes the pages, with their pictures, that ended ENDED_DAYS ago. */
export function forgetOfferPages(db: Db, now: Date): Promise<number> {
  const until = { lt: new Date(now.getTime() - ENDED_DAYS * 24 * 60 * 60_000) };
  return removeInParts(async (take) => {
    const found = await db.offerPage.findMany({ where: { until }, select: { digest: true }, take });
    const digest = { in: found.map((page) => page.digest) };
    await db.offerPage.deleteMany({ where: { digest, until } });
    return found.length;
  });
}
