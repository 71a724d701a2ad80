import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { inboxIcon } from '#pwa/ui/icons/icons.ts';
import { ThumbSelect } from '#pwa/ui/screen/thumb-bar.tsx';
import { stateText } from './contact-badge.tsx';
import { CONTACT_LOOKS } from './contact-state-look.ts';
import styles from './handling-card.module.css';

/** What the agency has done with an inquiry: nothing yet, answered, or set aside. */
export function HandlingCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { value, choose } = useHandling(contact);
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
        shortcut="S"
        value={value}
        onChange={choose}
      />
      <p className={styles.hint}>{t('contactDetail.handling.text')}</p>
    </Card>
  );
}

/** The same in the bar of a phone, as a native select. */
export function StateChoice({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { value, choose } = useHandling(contact);
  return (
    <ThumbSelect
      icon={value ? CONTACT_LOOKS[value].action : inboxIcon}
      label={t('contactDetail.handling.title')}
      text={stateText(t, contact)}
      choices={CONTACT_STATES.map((state) => ({ value: state, label: t(`contactState.${state}`) }))}
      value={value}
      onChange={choose}
    />
  );
}

/** The state of an inquiry, null for one that only a newer server knows, and the choice of another. */
function useHandling(contact: ContactRow) {
  const change = useChange();
  return {
    value: isOneOf(CONTACT_STATES, contact.state) ? contact.state : null,
    choose: (state: ContactState) => {
      if (state !== contact.state) void change(contactStateChanged.make({ state }, contact));
    },
  };
}
