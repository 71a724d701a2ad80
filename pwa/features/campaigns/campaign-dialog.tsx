import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { BLANK_CAMPAIGN, type Campaign, CampaignDraft } from '#contract/campaigns.ts';
import { LANGUAGES } from '#contract/vocabulary.ts';
import { showOutcome } from '#pwa/features/changes/outcome-toast.ts';
import { fieldMessage } from '#pwa/i18n/field-message.ts';
import { OWN_NAMES } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { outcomeOf } from '#pwa/local/outcome.ts';
import { discard, takeBack } from '#pwa/local/refusals.ts';
import { Button } from '#pwa/ui/button.tsx';
import { CheckboxField } from '#pwa/ui/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/choice-field.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { useReportDirty } from '#pwa/ui/dirty-store.ts';
import { Field } from '#pwa/ui/field.tsx';
import { TextArea } from '#pwa/ui/text-area.tsx';
import { useFormDraft } from '#pwa/ui/use-form-draft.ts';
import styles from './campaign-dialog.module.css';
import { draftOf, type FormTexts, formTextsOf } from './campaign-form-texts.ts';
import { showCampaignNotSaved } from './campaign-not-saved.ts';
import { createCampaign, editCampaign } from './save-campaign.ts';

interface CampaignDialogProps {
  /** The campaign to edit; without one, a new one is made. */
  campaign?: Campaign;
  onClose: () => void;
}

/**
 * The campaign form, for a new campaign and for an old one (C-09 to C-16). Closed by a press beside
 * it, by Esc or by the cross, it keeps what was typed for the next time; Cancel drops it.
 */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useText();
  const mirror = useMirror();
  const form = useForm<FormTexts, unknown, CampaignDraft>({
    resolver: valibotResolver(CampaignDraft),
    defaultValues: formTextsOf(campaign ?? BLANK_CAMPAIGN),
  });
  const { register, handleSubmit, formState } = form;
  const kept = useFormDraft(form, {
    userId: mirror.userId,
    name: campaign ? `campaign:${campaign.id}` : 'new-campaign',
    parse: draftOf,
  });
  const { errors, isSubmitting, isDirty } = formState;
  useReportDirty(isDirty);

  const submit = handleSubmit(async (draft) => {
    try {
      const key = campaign
        ? await editCampaign(mirror, campaign, draft)
        : (await createCampaign(mirror, draft)).key;
      kept.forget();
      const outcome = await outcomeOf(mirror, key);
      const done = campaign ? 'updated' : 'created';
      const failed = campaign ? 'update' : 'create';
      showOutcome(t, outcome, {
        sent: {
          title: t(`campaigns.${done}.title`),
          description: t(`campaigns.${done}.description`),
        },
        refused: {
          title: t('campaigns.error'),
          description: (message) => t(`campaigns.failed.${failed}`, { message }),
        },
        undo: () => takeBack(mirror, key),
      });
      // Refused while the person looks on: the form keeps the text, and nothing waits for them.
      if (outcome.kind === 'refused') await discard(mirror, key);
      else onClose();
    } catch (error) {
      showCampaignNotSaved(t, error);
    }
  });

  function cancel(): void {
    kept.forget();
    onClose();
  }

  const errorOf = (name: keyof FormTexts): string | undefined => {
    const message = errors[name]?.message;
    return message && t(fieldMessage(message));
  };

  return (
    <Dialog
      title={t(campaign ? 'campaigns.form.editTitle' : 'campaigns.form.newTitle')}
      description={campaign && t('campaigns.form.printedWarning')}
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {kept.restored && (
          <p className={styles.restored} role="status">
            {t('campaigns.form.restored')}
            <Button variant="quiet" onClick={kept.startOver}>
              {t('campaigns.form.startOver')}
            </Button>
          </p>
        )}
        <Field
          label={t('campaigns.form.name')}
          placeholder={t('campaigns.form.namePlaceholder')}
          autoComplete="off"
          required
          error={errorOf('name')}
          {...register('name')}
        />
        <TextArea
          label={t('campaigns.form.description')}
          placeholder={t('campaigns.form.descriptionPlaceholder')}
          rows={2}
          error={errorOf('description')}
          {...register('description')}
        />
        <Field
          label={t('campaigns.form.utmCampaign')}
          placeholder={t('campaigns.form.utmCampaignPlaceholder')}
          autoComplete="off"
          autoCapitalize="none"
          required
          error={errorOf('utmCampaign')}
          {...register('utmCampaign')}
        />
        <div className={styles.pair}>
          <Field
            label={t('campaigns.form.utmSource')}
            hint={t('campaigns.form.utmSourceHint')}
            autoComplete="off"
            autoCapitalize="none"
            required
            error={errorOf('utmSource')}
            {...register('utmSource')}
          />
          <Field
            label={t('campaigns.form.utmMedium')}
            hint={t('campaigns.form.utmMediumHint')}
            autoComplete="off"
            autoCapitalize="none"
            required
            error={errorOf('utmMedium')}
            {...register('utmMedium')}
          />
        </div>
        <ChoiceField
          label={t('campaigns.form.defaultLanguage')}
          choices={LANGUAGES.map((value) => ({ value, label: OWN_NAMES[value] }))}
          error={errorOf('defaultLanguage')}
          {...register('defaultLanguage')}
        />
        <CheckboxField
          label={t('campaigns.form.active')}
          hint={t('campaigns.form.activeHint')}
          {...register('active')}
        />
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
