import { useState } from 'react';
import { CONTACT_STATES, type ContactState } from '#contract/vocabulary.ts';
import { showNotSaved, showOutcomes } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { takeAllBack } from '#pwa/local/outbox-actions.ts';
import { outcomesOf } from '#pwa/local/outcome.ts';
import type { ContactRow } from '#pwa/local/rows.ts';
import { SelectionBar } from '#pwa/ui/selection-bar.tsx';
import { ThumbButton } from '#pwa/ui/thumb-bar.tsx';
import { changeContactStates } from './change-contact-state.ts';
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

  async function mark(state: ContactState): Promise<void> {
    setPending(true);
    try {
      const keys = await changeContactStates(mirror, chosen, state);
      onDone();
      showOutcomes(t, await outcomesOf(mirror, keys), () => takeAllBack(mirror, keys));
    } catch (error) {
      setPending(false);
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
          onClick={() => void mark(state)}
        >
          {t(`contactState.${state}`)}
        </ThumbButton>
      ))}
    </SelectionBar>
  );
}
