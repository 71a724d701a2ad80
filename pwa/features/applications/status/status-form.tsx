import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { Application, StatusChange } from '#contract/applications.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import {
  blankConsent,
  ConsentFields,
  withConsent,
} from '#pwa/features/applications/consent/consent-fields.tsx';
import { needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { useMinor } from '#pwa/features/applications/consent/use-minor.ts';
import { QuickPhrases } from '#pwa/features/applications/quick-phrases.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { followUpSet, statusChanged } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { useDraft } from '#pwa/ui/fields/use-draft.ts';
import { headingAbove } from '#pwa/ui/screen/heading-above.ts';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';

interface StatusFormProps {
  application: ApplicationRow;
  /** Where the focus starts, when the form opens by itself. */
  startAt?: 'status' | 'note';
  /** Without the statuses. */
  isNoteOnly?: boolean;
  /** The day that is saved along; undefined leaves the record's own. */
  followUpOn?: string | undefined;
  /** Called when the change is saved on this device: a sheet around the form may close. */
  onDone?: () => void;
  /** Above the button; `save` saves the form with another day, or none. */
  children?: (save: (followUpOn: string | null) => void) => ReactNode;
}

/** The statuses as large choices, a note, and Update. */
export function StatusForm({
  application,
  startAt,
  isNoteOnly = false,
  followUpOn,
  onDone,
  children,
}: StatusFormProps) {
  const { t } = useText();
  const form = useStatusForm(application, followUpOn, onDone);
  const { chosen, setChosen, notes, setNotes, pending, consent, setConsent, asksConsent } = form;
  const consented = consent.name.trim() ? 'minor.recordAndUpdate' : 'minor.updateWithout';
  const submits = `applicationDetail.statusUpdate.${isNoteOnly ? 'saveNote' : 'submit'}` as const;
  const saves = followUpOn === undefined ? submits : 'applicationForm.save';
  const label = asksConsent ? consented : saves;

  return (
    <form ref={form.element} className={styles.form} onSubmit={form.submit}>
      {!isNoteOnly && (
        <StatusChoices
          chosen={chosen}
          current={application.status}
          onChange={setChosen}
          focused={startAt === 'status'}
        />
      )}
      {asksConsent && <ConsentFields consent={consent} onChange={setConsent} />}
      <TextArea
        label={t('applicationDetail.statusUpdate.notes')}
        placeholder={t(
          `applicationDetail.statusUpdate.${isNoteOnly ? 'notePlaceholder' : 'notesPlaceholder'}`,
        )}
        aria-keyshortcuts="N"
        rows={3}
        autoFocus={startAt === 'note'}
        value={notes}
        readOnly={pending}
        onChange={(event) => setNotes(event.target.value)}
      />
      {isNoteOnly && (
        <QuickPhrases
          onAdd={(sentence) => setNotes(notes.trim() ? `${notes.trimEnd()} ${sentence}` : sentence)}
        />
      )}
      {children?.((day) => void form.update(day))}
      <Button
        type="submit"
        size="large"
        className={children && styles.save}
        disabled={!pending && !form.canSave}
        busy={pending}
        busyLabel={t('applicationDetail.statusUpdate.submitting')}
      >
        {t(label)}
      </Button>
    </form>
  );
}

/** How long the disk may take until the button is shown as busy, in ms. */
const SOON = 100;

/**
 * The form's state and its one action. The typed note is kept on this device until the change is in
 * the outbox; when the server refuses the change, the note comes back.
 */
function useStatusForm(
  application: ApplicationRow,
  typedDay: string | undefined,
  onDone: (() => void) | undefined,
) {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  const [picked, setPicked] = useState<Application['status'] | null>(null);
  const [notes, setNotes, draft] = useDraft(mirror.userId, `note:${application.id}`);
  const [pending, setPending] = useState(false);
  const inFlight = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const chosen = picked ?? application.status;
  const [consent, setConsent] = useState(blankConsent);
  const guarded = useMinor(application);
  const asksConsent =
    chosen !== application.status && guarded?.consent === null && needsConsent(chosen);
  const isChanged = canUpdate({ current: application.status, chosen, notes, pending });
  const canSave = isChanged || (!pending && typedDay !== undefined);
  useReportDirty(isChanged || typedDay !== undefined);

  async function update(followUpOn: string | null | undefined): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    const busy = setTimeout(() => setPending(true), SOON);
    const body = toStatusChange(chosen, asksConsent ? withConsent(consent, notes) : notes);
    const name = applicationDefinition.nameOf(t, application);
    const changes = [
      ...(isChanged ? [statusChanged.make(body, application)] : []),
      ...(followUpOn === undefined ? [] : [followUpSet.make({ followUpOn }, application)]),
    ];
    const saved = await change(changes, { name });
    if (saved) {
      setPicked(null);
      setConsent(blankConsent());
      setNotes('');
      leaveField(element.current);
      onDone?.();
    }
    clearTimeout(busy);
    inFlight.current = false;
    setPending(false);
    if (saved && isChanged && (await saved.isRefused())) {
      draft.giveBack(notes);
      setPicked((typed) => typed ?? picked);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSave) void update(typedDay);
  }

  return {
    element,
    chosen,
    setChosen: setPicked,
    notes,
    setNotes,
    pending,
    canSave,
    update,
    submit,
    consent,
    setConsent,
    asksConsent,
  };
}

/** After the form is saved by keys, the next key acts on the page. */
function leaveField(form: HTMLFormElement | null): void {
  const { activeElement } = document;
  if (!form?.contains(activeElement) || !activeElement?.matches('textarea')) return;
  headingAbove(form)?.focus({ preventScroll: true });
}

/** The status form at one moment. */
export interface StatusFormState {
  /** The status that the application has on screen. */
  current: Application['status'];
  /** The status that is picked. */
  chosen: Application['status'];
  /** The notes box as typed. */
  notes: string;
  /** Update was pressed and its outcome is not known yet. */
  pending: boolean;
}

/** Whether Update may be pressed: nothing is in flight, and the status differs or there is a note. */
export function canUpdate({ current, chosen, notes, pending }: StatusFormState): boolean {
  return !pending && (chosen !== current || notes.trim() !== '');
}

/** The body of the request; blank notes become null. */
export function toStatusChange(status: Application['status'], notes: string): StatusChange {
  return { status, notes: notes.trim() || null };
}
