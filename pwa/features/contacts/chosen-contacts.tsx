import { useState } from 'react';
import { CONTACT_STATES, type ContactState } from '#contract/fields/vocabulary.ts';
import { MANY } from '#pwa/features/changes/many.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { SelectionBar } from '#pwa/records/selection-bar.tsx';
import { ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { LazyConfirmDialog } from '#pwa/ui/windows/lazy-confirm-dialog.tsx';
import { CONTACT_LOOKS } from './contact-state-look.ts';

interface ChosenContactsProps {
  chosen: readonly ContactRow[];
  /** Called when all are changed. */
  onDone: () => void;
}

/** The actions on the chosen inquiries: a button for each state. */
export function ChosenContacts({ chosen, onDone }: ChosenContactsProps) {
  const { t } = useText();
  const change = useChange();
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState<ContactState | null>(null);

  async function mark(state: ContactState): Promise<void> {
    setPending(true);
    const others = chosen.filter((contact) => contact.state !== state);
    const changes = others.map((contact) => contactStateChanged.make({ state }, contact));
    const name = t('contacts.total', { count: changes.length });
    if (await change(changes, { name })) onDone();
    else setPending(false);
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
          variant="primary"
          title={t('select.manyInquiries', { count: chosen.length })}
          description={t('select.markAs', { state: t(`contactState.${asking}`) })}
          confirmLabel={t('select.submit', { count: chosen.length })}
          onClose={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            void mark(asking);
          }}
        />
      )}
    </SelectionBar>
  );
}
