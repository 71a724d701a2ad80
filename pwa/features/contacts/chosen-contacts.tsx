import { useState } from 'react';
import { CONTACT_STATES, type ContactState } from '#contract/fields/vocabulary.ts';
import { nameOfMany, useQuestion } from '#pwa/features/changes/many.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { SelectionBar, type SelectionBarProps } from '#pwa/records/selection-bar.tsx';
import { ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { contactDefinition } from './contact-definition.ts';
import { CONTACT_LOOKS } from './contact-state-look.ts';

interface ChosenContactsProps extends SelectionBarProps<ContactRow> {
  /** Called when all are changed. */
  onDone: () => void;
}

/** The actions on the chosen inquiries: a button for each state. */
export function ChosenContacts({ chosen, onDone, Export }: ChosenContactsProps) {
  const { t } = useText();
  const change = useChange();
  const [pending, setPending] = useState(false);
  const { question, ask } = useQuestion();

  async function mark(state: ContactState): Promise<void> {
    setPending(true);
    const others = chosen.filter((contact) => contact.state !== state);
    const changes = others.map((contact) => contactStateChanged.make({ state }, contact));
    if (await change(changes, { name: nameOfMany(t, contactDefinition, others) })) onDone();
    else setPending(false);
  }

  function press(state: ContactState): void {
    ask(chosen.length, {
      title: t('select.manyInquiries', { count: chosen.length }),
      description: t('select.markAs', { state: t(`contactState.${state}`) }),
      onConfirm: () => void mark(state),
    });
  }

  return (
    <SelectionBar chosen={chosen} Export={Export}>
      {CONTACT_STATES.map((state) => (
        <ThumbButton
          key={state}
          icon={CONTACT_LOOKS[state].action}
          aria-label={t('select.markAs', { state: t(`contactState.${state}`) })}
          disabled={pending || chosen.every((contact) => contact.state === state)}
          onClick={() => press(state)}
        >
          {t(`contactState.${state}`)}
        </ThumbButton>
      ))}
      {question}
    </SelectionBar>
  );
}
