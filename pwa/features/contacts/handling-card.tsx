import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { writerName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { inboxIcon } from '#pwa/ui/icons/icons.ts';
import { ThumbSelect } from '#pwa/ui/screen/thumb-bar.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { stateText } from './contact-badge.tsx';
import { CONTACT_LOOKS } from './contact-state-look.ts';
import styles from './handling-card.module.css';

/** What the agency has done with an inquiry: nothing yet, answered, or set aside. */
export function HandlingCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { value, choose } = useHandling(contact);
  return (
    <Card title={t('contactDetail.handling.title')}>
      <States value={value} onChange={choose} shortcut="S" />
      <p className={styles.hint}>{t('contactDetail.handling.text')}</p>
    </Card>
  );
}

interface StatesProps {
  value: ContactState | null;
  onChange: (state: ContactState) => void;
  shortcut?: string;
  isAlone?: boolean;
}

function States(props: StatesProps) {
  const { t } = useText();
  return (
    <FilterBar<ContactState>
      label={t('contactDetail.handling.title')}
      filters={CONTACT_STATES.map((value) => ({
        value,
        label: t(`contactState.${value}`),
        count: undefined,
      }))}
      wraps
      {...props}
    />
  );
}

interface StateSheetProps {
  contact: ContactRow;
  /** What opened it: at a desk it stands beside it. */
  opener: Element;
  onClose: () => void;
}

/** The same for a row of the list: a press sets a state at once. */
export function StateSheet({ contact, opener, onClose }: StateSheetProps) {
  const { t } = useText();
  const { value, choose } = useHandling(contact);
  return (
    <Sheet
      title={t('contactDetail.handling.title')}
      description={writerName(t, contact)}
      beside={opener}
      onClose={onClose}
    >
      <States
        value={value}
        isAlone
        onChange={(state) => {
          onClose();
          choose(state);
        }}
      />
    </Sheet>
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
