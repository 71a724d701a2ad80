import { Card } from '#pwa/ui/card.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './record-skeleton.module.css';

/** Takes the place of a record's page while it is loading. */
export function RecordSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className={styles.page}>
      <span className="visually-hidden">{label}</span>
      <Skeleton shape="title" width="half" />
      <Skeleton width="third" />
      <Card>
        <Skeleton shape="block" />
      </Card>
      <Card>
        <Skeleton shape="block" />
      </Card>
    </div>
  );
}
