import { type Campaign, peopleOf } from '#contract/campaigns.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './visit-kinds.module.css';

/** Who has opened a campaign's link. The kinds add up to all visits; those that came late are of every kind. */
export function VisitKinds({ campaign }: { campaign: Campaign }) {
  const { t, language } = useText();
  const { visits, repeats, machines, staff, late } = campaign;
  const rows = {
    person: peopleOf(campaign),
    repeat: repeats,
    machine: machines,
    staff,
    all: visits,
    late,
  } as const;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>{t('campaigns.kinds.title')}</figcaption>
      <dl className={styles.rows}>
        {(Object.keys(rows) as (keyof typeof rows)[]).map((kind) => (
          <div key={kind} className={styles.row} data-kind={kind}>
            <dt>{t(`campaigns.kinds.${kind}`)}</dt>
            <dd>{formatNumber(language, rows[kind])}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
