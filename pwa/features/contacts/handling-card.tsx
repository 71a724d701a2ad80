import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import styles from './handling-card.module.css';

/** What the agency has done with an inquiry: nothing yet, answered, or set aside. */
export function HandlingCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const change = useChange();

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
        onChange={(state) => {
          if (state !== contact.state) void change(contactStateChanged.make({ state }, contact));
        }}
      />
      <p className={styles.hint}>{t('contactDetail.handling.text')}</p>
    </Card>
  );
}
