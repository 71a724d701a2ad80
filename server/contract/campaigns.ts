import * as v from 'valibot';
import { draftEntries, type Field, namesOf, rowEntries } from '#contract/fields/field-table.ts';
import {
  growing,
  instant,
  intId,
  optionalLongText,
  requiredText,
  rowId,
} from '#contract/fields/fields.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { DeltaQuery, deltaPage, version } from './delta.ts';
import { endpoint } from './endpoint.ts';

/** The source that marks this site in a campaign link. */
const UTM_SOURCE = 'football-agent-site';

/**
 * What a person fills in about a campaign, one line per field, in the order of the form: form, conflicts
 * and the dialog that mends a queued change follow from it.
 */
// biome-ignore format: one line per field
export const CAMPAIGN_FIELDS = {
  name: { draft: requiredText },
  description: { draft: optionalLongText, multiline: true },
  utmCampaign: { draft: requiredText },
  utmSource: { draft: requiredText },
  utmMedium: { draft: requiredText },
  defaultLanguage: { draft: v.optional(v.picklist(LANGUAGE_CODES), 'en'), row: growing(LANGUAGE_CODES) },
  active: { draft: v.optional(v.boolean(), true), row: v.boolean() },
} as const satisfies Record<string, Field>;
export type CampaignFieldName = keyof typeof CAMPAIGN_FIELDS;

/** What the campaign form holds; the defaults of a new one are BLANK_CAMPAIGN. */
export const CampaignDraft = v.object(draftEntries(CAMPAIGN_FIELDS));
export type CampaignDraft = v.InferOutput<typeof ForeignCampaignDraft>;

/**
 * A CampaignDraft as a phone checks it. The phone may be older than its server: an edit of another field
 * passes on a language that the phone does not know.
 */
export const ForeignCampaignDraft = v.object({
  ...CampaignDraft.entries,
  defaultLanguage: growing(LANGUAGE_CODES),
});

/** An empty campaign form. */
export const BLANK_CAMPAIGN: CampaignDraft = {
  name: '',
  description: null,
  utmSource: UTM_SOURCE,
  utmMedium: 'qr',
  utmCampaign: '',
  defaultLanguage: 'en',
  active: true,
};

/** Days for which visits are counted by day. */
export const VISIT_DAYS = 90;

/** The counted visits of one day, `YYYY-MM-DD`. A visit is of the day that the visitor's clock showed. */
export const DayOfVisits = v.object({ day: v.string(), visits: v.number() });
export type DayOfVisits = v.InferOutput<typeof DayOfVisits>;

/**
 * Whose page load a visit was: the first of a device by this campaign, a later one of the same device, one of a
 * program that looks at links, or one of a signed-in user.
 */
export const VISIT_KINDS = ['person', 'repeat', 'machine', 'staff'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** One campaign with its counts of page loads. */
export const Campaign = v.object({
  id: rowId,
  ...rowEntries(CAMPAIGN_FIELDS),
  /** All visits; minus the next three, the visits of people. */
  visits: v.number(),
  repeats: v.number(),
  machines: v.number(),
  staff: v.number(),
  /** The visits that arrived LATE_AFTER or more after the page was opened. */
  late: v.number(),
  /** Days with a visit among the last VISIT_DAYS, oldest first; absent in a row that was made offline. */
  days: v.optional(v.array(DayOfVisits)),
  createdAt: instant,
  version,
});
export type Campaign = v.InferOutput<typeof Campaign>;

/** The counts of a campaign without a visit. */
export const NO_VISITS = { visits: 0, repeats: 0, machines: 0, staff: 0, late: 0 };

/** How many people have opened a campaign's link. */
export function peopleOf({ visits, repeats, machines, staff }: typeof NO_VISITS): number {
  return visits - repeats - machines - staff;
}

const params = v.object({ id: intId });

export const listCampaigns = endpoint('GET', '/api/campaigns', {
  access: 'admin',
  reply: v.array(Campaign),
});

export const pullCampaigns = endpoint('GET', '/api/campaigns', {
  access: 'admin',
  query: DeltaQuery,
  reply: deltaPage({ rows: v.array(Campaign) }),
});

/** The most ids in one lease. */
export const LEASE_SIZE = 20;

/**
 * Leases ids to a device for campaigns that it will make: a campaign made offline has its final link at
 * once. Page loads and inquiries by such a link are stored, and count when the campaign arrives.
 */
export const leaseCampaignIds = endpoint('POST', '/api/campaign-ids', {
  access: 'admin',
  body: v.object({
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LEASE_SIZE)),
  }),
  idempotent: true,
  status: 201,
  reply: v.object({ ids: v.array(rowId) }),
});

/**
 * The id may be one that the same user has leased. Throws `campaign-exists` for a used id and
 * `invalid-input` for any other.
 */
export const createCampaign = endpoint('POST', '/api/campaigns', {
  access: 'admin',
  body: v.object({ id: v.optional(rowId), ...CampaignDraft.entries }),
  idempotent: true,
  refusals: ['campaign-exists'],
  status: 201,
  reply: Campaign,
});

/** Replaces the fields of the draft; with `seen` as editApplication does. */
export const editCampaign = endpoint('PUT', '/api/campaigns/:id', {
  access: 'admin',
  params,
  body: v.object({
    ...CampaignDraft.entries,
    seen: v.optional(v.partial(v.object(rowEntries(CAMPAIGN_FIELDS)))),
  }),
  idempotent: true,
  reply: v.object({
    ...Campaign.entries,
    conflicts: v.optional(v.array(v.picklist(namesOf(CAMPAIGN_FIELDS)))),
  }),
});

/** Visits go with it; inquiries stay and keep their source and the campaign's name. */
export const deleteCampaign = endpoint('DELETE', '/api/campaigns/:id', {
  access: 'admin',
  params,
  idempotent: true,
});

/**
 * Counts one page load by a campaign link, on the day of the zone in DEVICE_ZONE. The key is the visit's
 * id: a visit that is sent twice counts once. A visit of a leased id is stored until the campaign arrives.
 * `?again` says that this device has opened the campaign before.
 */
export const trackVisit = endpoint('POST', '/api/campaigns/:id/track', {
  access: 'public',
  params,
  idempotent: true,
});

/** A visit that arrives so long after the page was opened is late, in ms: its device had no signal. */
export const LATE_AFTER = 10 * 60_000;
/** The number of days with visits by the hour. */
export const HOUR_DAYS = 14;

/**
 * The visits of one hour by the clocks of the visitors. A campaign that is off counts none: those are in
 * `afterEnd` alone.
 */
export const HourOfVisits = v.object({
  /** Its begin, `YYYY-MM-DDTHH:00`. */
  hour: v.string(),
  onTime: v.number(),
  /** Counted, and arrived LATE_AFTER or more after the page was opened. */
  late: v.number(),
  afterEnd: v.number(),
});
export type HourOfVisits = v.InferOutput<typeof HourOfVisits>;

/** The hours with a visit among the last HOUR_DAYS, oldest first. Throws `campaign-not-found`. */
export const readVisitHours = endpoint('GET', '/api/campaigns/:id/visits', {
  access: 'admin',
  params,
  reply: v.object({ hours: v.array(HourOfVisits) }),
});
