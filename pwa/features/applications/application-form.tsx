import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ReactNode, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { ApplicationDraft } from '#contract/applications.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/dirty-store.ts';
import { Field } from '#pwa/ui/field.tsx';
import { LeaveGuard } from '#pwa/ui/leave-guard.tsx';
import { TextArea } from '#pwa/ui/text-area.tsx';
import { ThumbBar } from '#pwa/ui/thumb-bar.tsx';
import { useFormDraft } from '#pwa/ui/use-form-draft.ts';
import styles from './application-form.module.css';
import { draftOf, type FormTexts } from './form-texts.ts';

/** The application's id, and the key of the change that now waits in the outbox. */
export interface SavedApplication {
  id: string;
  key: string;
}

interface ApplicationFormProps {
  /** What the fields hold when nobody has typed yet. */
  initial: FormTexts;
  /** The name under which typed text is kept on this device until it is saved. */
  draftName: string;
  submitLabel: string;
  /** The way out without saving. */
  cancel: ReactNode;
  /** Puts the draft on disk; throws NotSaved. */
  save: (draft: ApplicationDraft) => Promise<SavedApplication>;
  /** It is on disk: the screen may be left. */
  onSaved: (saved: SavedApplication, draft: ApplicationDraft) => void;
}

/** The fields of an application. Typed text survives a reload, and leaving asks first. */
export function ApplicationForm({
  initial,
  draftName,
  submitLabel,
  cancel,
  save,
  onSaved,
}: ApplicationFormProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const form = useForm<FormTexts, unknown, ApplicationDraft>({
    resolver: valibotResolver(ApplicationDraft),
    defaultValues: initial,
  });
  const { register, formState, handleSubmit } = form;
  const saved = useRef(false);
  const kept = useFormDraft(form, { userId, name: draftName, parse: draftOf });
  useReportDirty(formState.isDirty);

  const submit = handleSubmit(async (draft) => {
    try {
      const result = await save(draft);
      saved.current = true;
      kept.forget();
      onSaved(result, draft);
    } catch (error) {
      showNotSaved(t, error);
    }
  });

  const errorOf = useErrorOf(formState.errors);

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.hint}>{t('common.requiredHint')}</p>
      <div className={styles.fields}>
        <Field
          label={t('applicationForm.playerName')}
          placeholder={t('applicationForm.playerNamePlaceholder')}
          autoComplete="off"
          autoCapitalize="words"
          required
          error={errorOf('playerName')}
          {...register('playerName')}
        />
        <Field
          label={t('applicationForm.email')}
          placeholder={t('applicationForm.emailPlaceholder')}
          type="email"
          inputMode="email"
          autoComplete="off"
          required
          error={errorOf('email')}
          {...register('email')}
        />
        <Field
          label={t('applicationForm.phone')}
          placeholder={t('applicationForm.phonePlaceholder')}
          type="tel"
          autoComplete="off"
          error={errorOf('phone')}
          {...register('phone')}
        />
        <Field
          label={t('applicationForm.nationality')}
          placeholder={t('applicationForm.nationalityPlaceholder')}
          autoComplete="off"
          autoCapitalize="words"
          error={errorOf('nationality')}
          {...register('nationality')}
        />
        <Field
          label={t('applicationForm.dateOfBirth')}
          type="date"
          min="1900-01-01"
          autoComplete="off"
          error={errorOf('dateOfBirth')}
          {...register('dateOfBirth')}
        />
        <Field
          label={t('applicationForm.currentClub')}
          placeholder={t('applicationForm.currentClubPlaceholder')}
          autoComplete="off"
          autoCapitalize="words"
          error={errorOf('currentClub')}
          {...register('currentClub')}
        />
        <Field
          label={t('applicationForm.position')}
          placeholder={t('applicationForm.positionPlaceholder')}
          autoComplete="off"
          error={errorOf('position')}
          {...register('position')}
        />
        <div className={styles.wide}>
          <TextArea
            label={t('applicationForm.agentNotes')}
            placeholder={t('applicationForm.agentNotesPlaceholder')}
            rows={6}
            error={errorOf('agentNotes')}
            {...register('agentNotes')}
          />
        </div>
      </div>
      <ThumbBar>
        {cancel}
        <Button type="submit" busy={formState.isSubmitting} busyLabel={t('applicationForm.saving')}>
          {submitLabel}
        </Button>
      </ThumbBar>
      <LeaveGuard dirty={formState.isDirty} allowed={() => saved.current} onLeave={kept.forget} />
    </form>
  );
}
