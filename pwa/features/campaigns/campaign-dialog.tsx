import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ChangeEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, useForm } from 'react-hook-form';
import * as v from 'valibot';
import {
  BLANK_CAMPAIGN,
  CAMPAIGN_FIELDS,
  type Campaign,
  type CampaignDraft,
  ForeignCampaignDraft,
} from '#contract/campaigns.ts';
import { namesOf, rowEntries } from '#contract/fields/field-table.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { showNotSaved } from '#pwa/features/changes/not-saved.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { campaignMark } from '#pwa/lib/text/slug.ts';
import { campaignCreated, campaignEdited } from '#pwa/local/changes/campaigns.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { type Choice, ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { Field } from '#pwa/ui/fields/field.tsx';
import pairs from '#pwa/ui/fields/field-pair.module.css';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { useFormDraft } from '#pwa/ui/fields/use-form-draft.ts';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import styles from './campaign-dialog.module.css';
import { idForCampaign } from './new-campaign.ts';

/** What a new campaign does not need. */
const FOLDED = ['description', 'utmCampaign', 'utmSource', 'utmMedium', 'active'] as const;

interface CampaignDialogProps {
  /** The campaign to edit; without one, a new one is made. */
  campaign?: Campaign;
  onClose: () => void;
  /** Shows the code of the campaign that was made. */
  onShowCode?: (id: number) => void;
}

/**
 * The form of a new or an existing campaign. Closing it by Esc, the cross or a press beside it keeps
 * the typed text for the next time; Cancel drops it.
 */
export function CampaignDialog({ campaign, onClose, onShowCode }: CampaignDialogProps) {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  const form = useForm<FormTexts, unknown, CampaignDraft>({
    resolver: valibotResolver(ForeignCampaignDraft),
    defaultValues: formTextsOf(campaign ?? BLANK_CAMPAIGN),
  });
  const { register, handleSubmit, formState, getValues, setValue } = form;
  const formDraft = useFormDraft(form, {
    userId: mirror.userId,
    name: campaign ? `campaign:${campaign.id}` : 'new-campaign',
    schema: StoredTexts,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const errorOf = useErrorOf(errors);
  const field = <Name extends keyof FormTexts>(name: Name) => ({
    error: errorOf(name),
    ...register(name),
  });
  useReportDirty(isDirty);

  // All that a new campaign needs is a name and a language.
  const [isUnfolded, setUnfolded] = useState(campaign !== undefined);
  const name = field('name');

  /** The mark in a new campaign's link follows its name, until another mark is typed. */
  function rename(event: ChangeEvent<HTMLInputElement>): void {
    const before = getValues();
    void name.onChange(event);
    if (!campaign && before.utmCampaign === campaignMark(before.name)) {
      const shouldValidate = formState.isSubmitted;
      setValue('utmCampaign', campaignMark(event.target.value), { shouldValidate });
    }
  }

  const submit = handleSubmit(async (draft) => {
    if (!(await save(draft))) return;
    formDraft.forget();
    onClose();
  }, unfoldErrors);

  async function save(draft: CampaignDraft) {
    if (campaign) return change(campaignEdited.make(draft, campaign));
    try {
      const id = await idForCampaign(mirror);
      const action = onShowCode && {
        label: t('campaigns.qr.showCode'),
        onPress: () => onShowCode(id),
      };
      return await change(campaignCreated.make({ ...draft, id }, null), { action });
    } catch (error) {
      showNotSaved(t, error);
      return null;
    }
  }

  function unfoldErrors(found: FieldErrors<FormTexts>): void {
    const { name: ofName, defaultLanguage: _, ...folded } = found;
    // Its mark comes with the name.
    if (ofName) delete folded.utmCampaign;
    const isHidden = Object.keys(folded).length > 0;
    // The form then moves the focus to the first error.
    if (isHidden) flushSync(() => setUnfolded(true));
  }

  function cancel(): void {
    formDraft.forget();
    onClose();
  }

  return (
    <Dialog
      title={t(campaign ? 'campaigns.form.editTitle' : 'campaigns.form.newTitle')}
      description={campaign && t('campaigns.form.printedWarning')}
      busy={isSubmitting}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {formDraft.restored && (
          <p className={styles.restored} role="status">
            {t('campaigns.form.restored')}
            <Button variant="quiet" onClick={formDraft.startOver}>
              {t('campaigns.form.startOver')}
            </Button>
          </p>
        )}
        <Field
          label={t('campaigns.form.name')}
          placeholder={t('campaigns.form.namePlaceholder')}
          autoComplete="off"
          required
          {...name}
          onChange={rename}
        />
        <ChoiceField
          label={t('campaigns.form.defaultLanguage')}
          choices={languagesFor(campaign)}
          {...field('defaultLanguage')}
        />
        <details
          className={styles.advanced}
          open={isUnfolded}
          onToggle={(event) => setUnfolded(event.currentTarget.open)}
        >
          <summary>
            {t('campaigns.form.advanced')}
            {!isUnfolded && (
              <small>{FOLDED.map((name) => t(`campaigns.form.${name}`)).join(', ')}</small>
            )}
          </summary>
          <div className={styles.form}>
            <TextArea
              label={t('campaigns.form.description')}
              placeholder={t('campaigns.form.descriptionPlaceholder')}
              rows={2}
              {...field('description')}
            />
            <Field
              label={t('campaigns.form.utmCampaign')}
              placeholder={t('campaigns.form.utmCampaignPlaceholder')}
              autoComplete="off"
              autoCapitalize="none"
              required
              {...field('utmCampaign')}
            />
            <div className={pairs.pair}>
              <Field
                label={t('campaigns.form.utmSource')}
                hint={t('campaigns.form.utmSourceHint')}
                autoComplete="off"
                autoCapitalize="none"
                required
                {...field('utmSource')}
              />
              <Field
                label={t('campaigns.form.utmMedium')}
                hint={t('campaigns.form.utmMediumHint')}
                autoComplete="off"
                autoCapitalize="none"
                required
                {...field('utmMedium')}
              />
            </div>
            <CheckboxField
              label={t('campaigns.form.active')}
              hint={t('campaigns.form.activeHint')}
              {...register('active')}
            />
          </div>
        </details>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={cancel} disabled={isSubmitting}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t('campaigns.form.saving')}>
            {t(campaign ? 'campaigns.form.save' : 'campaigns.form.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The languages to choose from; one that only a newer server knows stays a choice. */
function languagesFor(campaign: Campaign | undefined): Choice[] {
  const codes = new Set<string>(LANGUAGE_CODES);
  if (campaign) codes.add(campaign.defaultLanguage);
  return [...codes].map((value) => ({ value, label: ownName(value) }));
}

/** The campaign form's fields as they are typed. */
type FormTexts = v.InferInput<typeof ForeignCampaignDraft>;

const StoredTexts = v.object({ ...rowEntries(CAMPAIGN_FIELDS), description: v.string() });

/** The form's texts for a campaign. */
function formTextsOf(campaign: CampaignDraft): v.InferOutput<typeof StoredTexts> {
  const entries = namesOf(CAMPAIGN_FIELDS).map((name) => [name, campaign[name] ?? '']);
  // Only texts can be null.
  return Object.fromEntries(entries) as v.InferOutput<typeof StoredTexts>;
}
