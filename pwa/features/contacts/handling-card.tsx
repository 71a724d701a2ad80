import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import styles from './handling-card.module.css';
import { useSetContactState } from './use-set-contact-state.ts';

/** What the agency has done with an inquiry: nothing yet, answered, or set aside. */
export function HandlingCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const choose = useSetContactState(contact);

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
