import { createHash } from 'node:crypto';
import type { Application } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import type { InquiryDraft } from '#contract/inquiry.ts';
import type { OfferDraft } from '#contract/offers/offer.ts';
import type { Agency } from './agency.ts';

let made = 0;

/** A word that no other journey uses, and no other word begins with: a search finds numbers in any form. */
export function uniqueMark(): string {
  made += 1;
  return `${process.pid}-${String(made).padStart(4, '0')}`;
}

/**
 * Takes away the applications and archives the inquiries that other journeys of the worker have left,
 * for one that looks at all of Today.
 */
export async function nothingDue(agency: Agency): Promise<void> {
  for (const { id } of await agency.api<Application[]>('GET', '/api/applications')) {
    await agency.api('PUT', `/api/applications/${id}/removal`, { removed: true });
  }
  for (const { id } of await agency.api<Contact[]>('GET', '/api/contacts')) {
    await agency.api('PATCH', `/api/contacts/${id}`, { state: 'archived' });
  }
}

/** Makes an application at the server, as another device would. */
export function anApplication(
  agency: Agency,
  draft: Partial<Application> = {},
): Promise<Application> {
  const mark = uniqueMark();
  return agency.api('POST', '/api/applications', {
    playerName: `Player ${mark}`,
    email: `player-${mark}@example.org`,
    ...draft,
  });
}

/** Makes a player's page for a club, as another device would. Returns the token of its link. */
export async function anOffer(
  agency: Agency,
  applicationId: string,
  { picture = null, ...draft }: Partial<OfferDraft> & { picture?: string | null } = {},
): Promise<string> {
  const token = newLinkToken();
  await agency.api('PUT', `/api/applications/${applicationId}/offers/${newId()}`, {
    until: new Date(Date.now() + 60 * 60_000).toISOString(),
    draft: { club: `Club ${uniqueMark()}`, language: 'en', shows: [], words: null, ...draft },
    digest: createHash('sha256').update(token).digest('hex'),
    picture,
  });
  return token;
}

/** Sends an inquiry without a browser. */
export async function anInquiry(
  agency: Agency,
  draft: Partial<Contact & Pick<InquiryDraft, 'linkToken' | 'website'>> = {},
): Promise<Contact> {
  const mark = uniqueMark();
  const name = `Visitor ${mark}`;
  await agency.api('POST', '/api/contact', {
    name,
    email: `visitor-${mark}@example.org`,
    inquiryType: 'player_representation',
    includeHistory: false,
    message: 'Left back, 19, looking for a club.',
    privacyPolicy: true,
    openFor: 30_000,
    ...draft,
  });
  const inquiries = await agency.api<Contact[]>('GET', '/api/contacts');
  const inquiry = inquiries.find((each) => each.name === (draft.name ?? name));
  if (!inquiry) throw new Error('The inquiry did not arrive.');
  return inquiry;
}

/** Makes a campaign at the server, under a name that no other journey uses. */
export function aCampaign(agency: Agency, draft: Partial<Campaign> = {}): Promise<Campaign> {
  const mark = uniqueMark();
  return agency.api('POST', '/api/campaigns', {
    name: `Summer Cup ${mark}`,
    description: 'On the door',
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: `cup ${mark} & more`,
    defaultLanguage: 'de',
    ...draft,
  });
}

/** The visits that the server has counted for a campaign. */
export async function visitsOf(agency: Agency, campaign: Campaign): Promise<number | undefined> {
  const campaigns = await agency.api<Campaign[]>('GET', '/api/campaigns');
  return campaigns.find(({ id }) => id === campaign.id)?.visits;
}
