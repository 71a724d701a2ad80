import * as v from 'valibot';
import type { Application, ApplicationDraft, StatusChange } from '#contract/applications.ts';
import { type Campaign, type CampaignDraft, ForeignCampaignDraft } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Export } from '#contract/exports.ts';
import { newId } from '#contract/fields/ids.ts';
import type { ContactState } from '#contract/fields/vocabulary.ts';
import { offersOf } from '#contract/offers/offer.ts';
import type { SavedView, ViewDraft } from '#contract/views.ts';
import { idForCampaign } from '#pwa/features/campaigns/new-campaign.ts';
import { conversionOf } from '#pwa/features/contacts/conversion.ts';
import {
  applicationCreated,
  applicationEdited,
  applicationRemoved,
  followUpSet,
  offerSet,
  statusChanged,
} from '#pwa/local/changes/applications.ts';
import { campaignCreated, campaignDeleted, campaignEdited } from '#pwa/local/changes/campaigns.ts';
import {
  contactAdded,
  contactConverted,
  contactNoted,
  contactStateChanged,
  suspicionSet,
} from '#pwa/local/changes/contacts.ts';
import { exportNoted } from '#pwa/local/changes/exports.ts';
import { viewRemoved, viewSaved } from '#pwa/local/changes/views.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { queue, queueAll } from '#pwa/local/outbox/queue.ts';

// What a person does on a screen, without the screen. Each resolves with the key of the queued change; throws NotSaved.

export function changeStatus(
  mirror: Mirror,
  seen: Application,
  { notes, ...change }: StatusChange,
): Promise<string> {
  return queue(mirror, statusChanged.make({ ...change, notes: notes?.trim() || null }, seen));
}

export function changeStatuses(
  mirror: Mirror,
  seen: readonly Application[],
  change: StatusChange,
): Promise<string[]> {
  return queueAll(
    mirror,
    seen.map((row) => statusChanged.make(change, row)),
  );
}

export async function createApplication(
  mirror: Mirror,
  draft: ApplicationDraft,
): Promise<{ id: string; key: string }> {
  const id = newId();
  return { id, key: await queue(mirror, applicationCreated.make({ ...draft, id }, null)) };
}

export function editApplication(
  mirror: Mirror,
  seen: Application,
  draft: ApplicationDraft,
): Promise<string> {
  return queue(mirror, applicationEdited.make(draft, seen));
}

export function setFollowUp(
  mirror: Mirror,
  seen: Application,
  followUpOn: string | null,
): Promise<string> {
  return queue(mirror, followUpSet.make({ followUpOn }, seen));
}

/** Makes the only offer of an application, or sets until when its page is open. */
export function setOffer(mirror: Mirror, seen: Application, until: string): Promise<string> {
  const { id, contactId } = seen;
  const [known] = offersOf(seen);
  const { id: offerId, until: was, club } = known ?? { id: newId(), until: '', club: 'FC Sur' };
  const none = { contactId: null, words: null, timeZone: null };
  const draft = { club, ...none, language: 'en' as const, shows: [] };
  // An id has 32 digits, a digest 64.
  const digest = offerId.replaceAll('-', '').repeat(2);
  const body = known ? { until } : { until, draft, digest };
  return queue(mirror, offerSet.make(body, { id, contactId, offerId, club, was }));
}

export function removeApplication(
  mirror: Mirror,
  seen: Application,
  removed: boolean,
): Promise<string> {
  return queue(mirror, applicationRemoved.make({ removed }, seen));
}

export async function convertContact(mirror: Mirror, contact: Contact): Promise<string> {
  return retry(mirror, await queue(mirror, await conversionOf(mirror, contact)));
}

export function addContact(
  mirror: Mirror,
  seen: Contact,
  into: Pick<Application, 'id' | 'playerName' | 'contactId'>,
): Promise<string> {
  const addition = { applicationId: into.id, added: true };
  return queue(mirror, contactAdded.make(addition, { ...seen, into }));
}

export async function reverseConversion(mirror: Mirror, seen: Contact): Promise<string> {
  const change = contactConverted.make({ status: 'pending' }, seen);
  const { body, seen: made } = contactConverted.reverse?.(change, String) ?? change;
  return queue(mirror, { type: 'application-removed', body, seen: made } as ReturnType<
    typeof applicationRemoved.make
  >);
}

export function changeContactState(
  mirror: Mirror,
  seen: Contact,
  state: ContactState,
): Promise<string> {
  return queue(mirror, contactStateChanged.make({ state }, seen));
}

export function noteContact(mirror: Mirror, seen: Contact, notes: string | null): Promise<string> {
  return queue(mirror, contactNoted.make({ notes }, seen));
}

export function setSuspicion(mirror: Mirror, seen: Contact, suspect: boolean): Promise<string> {
  return queue(mirror, suspicionSet.make({ suspect }, seen));
}

export async function createCampaign(
  mirror: Mirror,
  draft: CampaignDraft,
): Promise<{ id: number; key: string }> {
  const id = await idForCampaign(mirror);
  return { id, key: await queue(mirror, campaignCreated.make({ ...draft, id }, null)) };
}

export function editCampaign(
  mirror: Mirror,
  seen: Campaign,
  draft: CampaignDraft,
): Promise<string> {
  return queue(mirror, campaignEdited.make(v.parse(ForeignCampaignDraft, draft), seen));
}

export function deleteCampaign(mirror: Mirror, seen: Campaign): Promise<string> {
  return queue(mirror, campaignDeleted.make(null, seen));
}

export function saveView(
  mirror: Mirror,
  seen: SavedView | null,
  draft: ViewDraft,
): Promise<string> {
  return queue(mirror, viewSaved.make({ ...draft, id: seen?.id ?? newId() }, seen));
}

export function removeView(mirror: Mirror, seen: SavedView): Promise<string> {
  return queue(mirror, viewRemoved.make(null, seen));
}

export function noteExport(mirror: Mirror, saved: Export): Promise<string> {
  return queue(mirror, exportNoted.make(saved, { id: newId() }));
}
