import { useState } from 'react';
import { CONTACT_STATES, type ContactState } from '#contract/fields/vocabulary.ts';
import { MANY } from '#pwa/features/changes/many.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcomes } from '#pwa/features/changes/tell-outcomes.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { SelectionBar } from '#pwa/records/selection-bar.tsx';
import { ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';
import { changeContactStates, reverseContactStates } from './change-contact-state.ts';
import { CONTACT_LOOKS } from './contact-state-look.ts';

interface ChosenContactsProps {
  chosen: readonly ContactRow[];
  /** Called when all are changed. */
  onDone: () => void;
}

/** The actions on the chosen inquiries: a button for each state. */
export function ChosenContacts({ chosen, onDone }: ChosenContactsProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState<ContactState | null>(null);

  async function mark(state: ContactState): Promise<void> {
    setPending(true);
    try {
      const keys = await changeContactStates(mirror, chosen, state);
      onDone();
      await tellOutcomes(t, mirror, keys, { reverse: () => reverse(state) });
    } catch (error) {
      setPending(false);
      showNotSaved(t, error);
    }
  }

  async function reverse(state: ContactState): Promise<void> {
    try {
      const keys = await reverseContactStates(mirror, chosen, state);
      await tellOutcomes(t, mirror, keys);
    } catch (error) {
      showNotSaved(t, error);
    }
  }

  return (
    <SelectionBar count={chosen.length}>
      {CONTACT_STATES.map((state) => (
        <ThumbButton
          key={state}
          icon={CONTACT_LOOKS[state].action}
          aria-label={t('select.markAs', { state: t(`contactState.${state}`) })}
          disabled={pending || chosen.every((contact) => contact.state === state)}
          onClick={() => (chosen.length < MANY ? void mark(state) : setAsking(state))}
        >
          {t(`contactState.${state}`)}
        </ThumbButton>
      ))}
      {asking !== null && (
        <LazyConfirmDialog
          open
          variant="primary"
          title={t('select.manyInquiries', { count: chosen.length })}
          description={t('select.markAs', { state: t(`contactState.${asking}`) })}
          confirmLabel={t('select.submit', { count: chosen.length })}
          onOpenChange={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            void mark(asking);
          }}
        />
      )}
    </SelectionBar>
  );
}
