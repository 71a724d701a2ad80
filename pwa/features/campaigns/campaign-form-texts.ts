import * as v from 'valibot';
import type { CampaignDraft } from '#contract/campaigns.ts';
import { LANGUAGES } from '#contract/vocabulary.ts';

/** The campaign form's fields as they are typed. */
export type FormTexts = v.InferInput<typeof CampaignDraft>;

const Kept = v.object({
  name: v.string(),
  description: v.string(),
  utmSource: v.string(),
  utmMedium: v.string(),
  utmCampaign: v.string(),
  defaultLanguage: v.picklist(LANGUAGES),
  active: v.boolean(),
});

/** A campaign as the form shows it. */
export function formTextsOf({
  name,
  description,
  utmSource,
  utmMedium,
  utmCampaign,
  defaultLanguage,
  active,
}: CampaignDraft): v.InferOutput<typeof Kept> {
  return {
    name,
    description: description ?? '',
    utmSource,
    utmMedium,
    utmCampaign,
    defaultLanguage,
    active,
  };
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
