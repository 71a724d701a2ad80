import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { Application, StatusChange } from '#contract/applications.ts';
import type { Reason } from '#contract/fields/vocabulary.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import {
  blankConsent,
  ConsentFields,
  withConsent,
} from '#pwa/features/applications/consent/consent-fields.tsx';
import { needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { useMinor } from '#pwa/features/applications/consent/use-minor.ts';
import { useFirstToCall } from '#pwa/features/applications/people/use-reachable.ts';
import { QuickPhrases } from '#pwa/features/applications/quick-phrases.tsx';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
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
import { NO_REJECTION, RejectionFields, useRejection } from './rejection-fields.tsx';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';

interface StatusFormProps {
  application: ApplicationRow;
  /** Where the focus starts, when the form opens by itself. With the reason, it rejects who is not rejected yet. */
  startAt?: 'status' | 'reason' | 'note';
  /** Without the statuses; so it is too where it starts at the reason. */
  isNoteOnly?: boolean;
  /** The day that is saved along; undefined leaves the record's own. */
  followUpOn?: string | undefined;
  /** Called when the change is saved on this device: a sheet around the form may close. */
  onDone?: () => void;
  /** Above the button; `save` saves the form with another day, or none. */
  children?: (save: (followUpOn: string | null) => void) => ReactNode;
}

/** The statuses as large choices, the reason of a rejection, a note, and Update. */
export function StatusForm(props: StatusFormProps) {
  const { application, startAt, isNoteOnly = false, followUpOn, children } = props;
  const { t } = useText();
  const form = useStatusForm(props);
  const { chosen, setChosen, notes, setNotes, pending, consent, setConsent, asksConsent } = form;
  const isReasonOnly = startAt === 'reason';
  const isNowRejected = !isNoteOnly && chosen === 'rejected' && application.status !== chosen;
  const consented = consent.name.trim() ? 'minor.recordAndUpdate' : 'minor.updateWithout';
  const submits = `applicationDetail.statusUpdate.${isNoteOnly ? 'saveNote' : 'submit'}` as const;
  const saves = followUpOn === undefined && !isReasonOnly ? submits : 'applicationForm.save';
  const label = asksConsent ? consented : saves;
  const isRejecting = isReasonOnly && isNowRejected;

  return (
    <form ref={form.element} className={styles.form} onSubmit={form.submit}>
      {!isNoteOnly && !isReasonOnly && (
        <StatusChoices
          chosen={chosen}
          current={application.status}
          onChange={setChosen}
          focused={startAt === 'status'}
        />
      )}
      {(isNowRejected || isReasonOnly) && (
        <RejectionFields
          rejection={form.rejection}
          applications={isNowRejected ? [application] : []}
          focused={isReasonOnly && !isRejecting}
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
        // biome-ignore lint/a11y/noAutofocus: the sheet around it moves the focus in anyway
        autoFocus={isRejecting}
        className={children || isNowRejected ? styles.save : undefined}
        disabled={!pending && !form.canSave}
        busy={pending}
        busyLabel={t('applicationDetail.statusUpdate.submitting')}
      >
        {t(isRejecting ? 'rejection.reject' : label)}
      </Button>
      {!isNoteOnly && !isReasonOnly && application.status === 'rejected' && (
        <Button variant="quiet" onClick={() => openSheet('reason', application)}>
          {t('rejection.optional')}
        </Button>
      )}
    </form>
  );
}

/** How long the disk may take until the button is shown as busy, in ms. */
const SOON = 100;

/**
 * The form's state and its one action. The typed note is kept on this device until the change is in
 * the outbox; when the server refuses the change, the note comes back.
 */
function useStatusForm({ application, startAt, followUpOn: typedDay, onDone }: StatusFormProps) {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  const [picked, setPicked] = useState<Application['status'] | null>(
    startAt === 'reason' ? 'rejected' : null,
  );
  const [notes, setNotes, draft] = useDraft(mirror.userId, `note:${application.id}`);
  const [pending, setPending] = useState(false);
  const inFlight = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const chosen = picked ?? application.status;
  const rejection = useRejection();
  const { reason, followUpOn: dayToLook } = rejection.of(chosen);
  const person = useFirstToCall(application);
  const blank = () => ({ ...blankConsent(), name: person?.name ?? '' });
  const [consent, setConsent] = useState(blank);
  const guarded = useMinor(application);
  const asksConsent =
    chosen !== application.status && guarded?.consent === null && needsConsent(chosen);
  const wantedDay = typedDay ?? dayToLook;
  const isChanged = canUpdate({ current: application.status, chosen, notes, reason, pending });
  const canSave = isChanged || (!pending && wantedDay !== undefined);
  useReportDirty(isChanged || wantedDay !== undefined);

  async function update(followUpOn: string | null | undefined): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    const busy = setTimeout(() => setPending(true), SOON);
    const said = asksConsent ? withConsent(consent, notes) : notes;
    const body = toStatusChange(chosen, said, reason);
    const name = applicationDefinition.nameOf(t, application);
    const changes = [
      ...(isChanged ? [statusChanged.make(body, application)] : []),
      ...(followUpOn === undefined ? [] : [followUpSet.make({ followUpOn }, application)]),
    ];
    const saved = await change(changes, { name });
    if (saved) {
      setPicked(null);
      rejection.set(NO_REJECTION);
      setConsent(blank());
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
      rejection.set(rejection.chosen);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSave) void update(wantedDay);
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
    rejection,
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
  /** Why it is rejected. */
  reason?: Reason | null;
  /** Update was pressed and its outcome is not known yet. */
  pending: boolean;
}

/** Whether Update may be pressed: nothing is in flight, and the status differs or there is a note or a reason. */
export function canUpdate(form: StatusFormState): boolean {
  const { current, chosen, notes, reason = null, pending } = form;
  return !pending && (chosen !== current || notes.trim() !== '' || reason !== null);
}

/** The body of the request; blank notes become null. */
export function toStatusChange(
  status: Application['status'],
  notes: string,
  reason: Reason | null = null,
): StatusChange {
  return { status, notes: notes.trim() || null, ...(reason && { reason }) };
}
