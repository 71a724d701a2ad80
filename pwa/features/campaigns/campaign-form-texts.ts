import * as v from 'valibot';
import {
  CAMPAIGN_FIELDS,
  type CampaignDraft,
  type ForeignCampaignDraft,
} from '#contract/campaigns.ts';
import { namesOf, rowEntries } from '#contract/fields/field-table.ts';

/** The campaign form's fields as they are typed. */
export type FormTexts = v.InferInput<typeof ForeignCampaignDraft>;

const Kept = v.object({ ...rowEntries(CAMPAIGN_FIELDS), description: v.string() });

/** The form's texts for a campaign. */
export function formTextsOf(campaign: CampaignDraft): v.InferOutput<typeof Kept> {
  const entries = namesOf(CAMPAIGN_FIELDS).map((name) => [name, campaign[name] ?? '']);
  // Only texts can be null.
  return Object.fromEntries(entries) as v.InferOutput<typeof Kept>;
}

/** The kept draft of the form; null if there is none or its JSON has another shape. */
export function draftOf(json: string | null): FormTexts | null {
  try {
    const kept = v.safeParse(Kept, JSON.parse(json ?? 'null'));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}
