import { type Campaign, peopleOf } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { CountRows } from './count-rows.tsx';
import styles from './visits-chart.module.css';

/** The visits of a campaign by kind. The kinds add up to all visits; late visits can be of any kind. */
export function VisitKinds({ campaign }: { campaign: Campaign }) {
  const { t } = useText();
  const { visits, repeats, machines, staff, late } = campaign;
  const counts = {
    person: peopleOf(campaign),
    repeat: repeats,
    machine: machines,
    staff,
    all: visits,
    late,
  } as const;
  const kinds = Object.keys(counts) as (keyof typeof counts)[];
  return (
    <figure>
      <figcaption className={styles.title}>{t('campaigns.kinds.title')}</figcaption>
      <CountRows
        rows={kinds.map((kind) => ({
          kind,
          label: t(`campaigns.kinds.${kind}`),
          count: counts[kind],
        }))}
      />
    </figure>
  );
}
