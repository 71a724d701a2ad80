import type { Campaign } from '#contract/campaigns.ts';
import type { Contact, ContactStateChange, Inquiry } from '#contract/contacts.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import type { Tx } from '#prisma/client.ts';
import { lockLeaseIfThere } from './campaign-leases.ts';
import { lockCampaignIfThere } from './campaign-row.ts';
import type { Change } from './change.ts';
import { lockContact, toContact } from './contact-row.ts';
import { type DeltaList, readDelta } from './delta.ts';
import { refuseMissing } from './missing.ts';
import { nextRevision } from './revision.ts';

/** A person needs longer than this to fill in the form, in milliseconds. */
const FASTEST_PERSON = 2_000;

/** All inquiries, newest first. */
export async function listContacts(db: Tx): Promise<Contact[]> {
  const rows = await db.contact.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return rows.map(toContact);
}

/** One page of what changed. */
export function pullContacts(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Contact> = {
    table: 'Contact',
    limit: query.limit,
    read: async (version, take) => {
      const found = await db.contact.findMany({
        where: { version },
        orderBy: [{ version: 'desc' }, { id: 'desc' }],
        ...(take !== undefined && { take }),
      });
      return found.map(toContact);
    },
  };
  return readDelta(db, 'contact', query, { rows });
}

/** Throws `contact-not-found`. */
export async function getContact(db: Tx, id: number): Promise<Contact> {
  const row = await db.contact.findUnique({ where: { id } });
  return toContact(row ?? refuseMissing('contact'));
}

/**
 * Stores an inquiry with the moment of consent and the name of its campaign. It is never refused for
 * its campaign: one that is not there (any more) is left out, the utm fields stay as they were sent;
 * one that has not arrived yet is put in when it does.
 * What looks like a machine's is marked, not dropped.
 */
export async function receiveInquiry(
  tx: Tx,
  { happenedAt, arrivedAt }: Change,
  { privacyPolicy: _, website, openFor, campaignId, ...inquiry }: Inquiry,
): Promise<void> {
  const { campaign, heldFor } = await campaignOf(tx, campaignId);
  await tx.contact.create({
    data: {
      ...inquiry,
      campaignId: campaign?.id ?? null,
      campaignName: campaign?.name ?? null,
      heldFor,
      suspect: website !== null || (openFor !== null && openFor < FASTEST_PERSON),
      consentAt: happenedAt,
      createdAt: arrivedAt,
      version: await nextRevision(tx),
    },
    select: { id: true },
  });
}

/** Sets an inquiry aside, or takes it back. Throws `contact-not-found`. */
export async function changeContactState(
  tx: Tx,
  { id, state }: ContactStateChange & { id: number },
): Promise<Contact> {
  const contact = await lockContact(tx, id);
  if (contact.state === state) return contact;
  const version = await nextRevision(tx);
  return toContact(await tx.contact.update({ where: { id }, data: { state, version } }));
}

async function campaignOf(
  tx: Tx,
  id: number | null,
): Promise<{ campaign: Campaign | null; heldFor: number | null }> {
  if (id === null) return { campaign: null, heldFor: null };
  const campaign = await lockCampaignIfThere(tx, id);
  if (campaign) return { campaign, heldFor: null };
  if (await lockLeaseIfThere(tx, id)) return { campaign: null, heldFor: id };
  // It may have arrived in this very moment.
  return { campaign: await lockCampaignIfThere(tx, id), heldFor: null };
}
