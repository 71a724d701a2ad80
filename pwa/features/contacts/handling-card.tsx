import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/vocabulary.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/filter-bar.tsx';
import { changeContactState } from './change-contact-state.ts';
import styles from './handling-card.module.css';

/** What the agency has done with an inquiry: nothing yet, answered, or set aside. */
export function HandlingCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const mirror = useMirror();
  const { name } = contact;

  async function choose(state: ContactState): Promise<void> {
    if (state === contact.state) return;
    try {
      const key = await changeContactState(mirror, contact, state);
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t('contactDetail.handling.done'),
          description: t('contactDetail.handling.doneDescription', {
            name,
            state: t(`contactState.${state}`),
          }),
        },
        refused: { title: t('contactDetail.handling.failed') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  }

  return (
    <Card title={t('contactDetail.handling.title')}>
      <FilterBar<ContactState>
        label={t('contactDetail.handling.title')}
        filters={CONTACT_STATES.map((value) => ({
          value,
          label: t(`contactState.${value}`),
          count: undefined,
        }))}
        wraps
        value={isOneOf(CONTACT_STATES, contact.state) ? contact.state : null}
        onChange={(state) => void choose(state)}
      />
      <p className={styles.hint}>{t('contactDetail.handling.text')}</p>
    </Card>
  );
}
