import * as v from 'valibot';
import {
  CAMPAIGN_FIELDS,
  type Campaign,
  type CampaignDraft,
  type CampaignFieldName,
  createCampaign,
  deleteCampaign,
  editCampaign,
  ForeignCampaignDraft,
  NO_VISITS,
} from '#contract/campaigns.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { type Change, defineChange, type Made, type Text } from './define-change.ts';
import { changedFields, textsOf, wayBack, withFields, withSeen } from './edit.ts';

const texts = textsOf(CAMPAIGN_FIELDS);
const label = (field: CampaignFieldName) => `campaigns.form.${field}` as const;

/** A new campaign, under an id that the server has leased to this phone. */
export const campaignCreated = defineChange({
  type: 'campaign-created',
  endpoint: createCampaign,
  list: 'campaigns',
  id: ({ body }: Made<CampaignDraft & { id: number }, null>) => body.id,
  makes: {
    list: 'campaigns',
    id: ({ body }) => body.id,
    row: ({ body, queuedAt }) => ({ ...body, ...NO_VISITS, createdAt: queuedAt, version: 0 }),
  },
  // The id was leased to this phone: a campaign that has it is this one.
  alreadyDone: { mayBe: (_, problem) => problem === 'campaign-exists' },
  describe: (_, text) => text('sync.change.campaignCreate'),
  done: (_, text) => doneText('created', text),
  failed: { title: 'campaigns.error', why: 'campaigns.failed.create' },
  name: ({ body }) => body.name,
  texts,
  label,
});

/** Other values in the fields of a campaign. */
export const campaignEdited = defineChange({
  type: 'campaign-edited',
  endpoint: editCampaign,
  list: 'campaigns',
  id: ({ seen }: Made<CampaignDraft, Campaign>) => seen.id,
  request: (edit) => withSeen(edit, namesOf(CAMPAIGN_FIELDS)),
  overlay: { campaigns: (row, entry) => ({ ...row, ...changedFields(entry) }) },
  amend: (seen: Campaign, fields) => ({
    body: v.parse(ForeignCampaignDraft, { ...seen, ...fields }),
    seen,
  }),
  describe(edit, text) {
    const changed = changedFields(edit);
    const { active, ...others } = changed;
    if (active === undefined || Object.keys(others).length > 0) {
      const fields = namesOf(CAMPAIGN_FIELDS).filter((field) => field in changed);
      return withFields(
        text('sync.change.campaignEdit'),
        fields.map((field) => text(label(field))),
      );
    }
    return text(active ? 'sync.change.campaignActivate' : 'sync.change.campaignDeactivate');
  },
  done: (_, text) => doneText('updated', text),
  failed: { title: 'campaigns.error', why: 'campaigns.failed.update' },
  reverse: (edit): Change => ({ type: 'campaign-edited', ...wayBack(edit) }),
  name: ({ seen }) => seen.name,
  texts,
  label,
});

/** A campaign goes with its visits; its inquiries lose the link to it and keep its name. */
export const campaignDeleted = defineChange({
  type: 'campaign-deleted',
  endpoint: deleteCampaign,
  list: 'campaigns',
  id: ({ seen }: Made<null, Campaign>) => seen.id,
  touches: ['campaigns', 'contacts'],
  request: () => undefined,
  overlay: { campaigns: () => undefined },
  accept: () => ({ isGone: true }),
  alreadyDone: { mayBe: (_, problem) => problem === 'campaign-not-found' },
  describe: (_, text) => text('sync.change.campaignDelete'),
  done: (_, text) => doneText('deleted', text),
  failed: { title: 'campaigns.error', why: 'campaigns.failed.delete' },
  name: ({ seen }) => seen.name,
});

function doneText(act: 'created' | 'updated' | 'deleted', text: Text): string {
  return `${text(`campaigns.${act}.title`)}\n${text(`campaigns.${act}.description`)}`;
}
