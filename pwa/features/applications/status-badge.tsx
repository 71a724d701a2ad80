import type { Status } from '#contract/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Badge, type BadgeProps } from '#pwa/ui/badge.tsx';
import { StatusMark } from './status-mark.tsx';

const LOOKS: Record<Status, Pick<BadgeProps, 'tone' | 'look'>> = {
  pending: { tone: 'neutral' },
  in_review: { tone: 'blue' },
  interview_scheduled: { tone: 'violet' },
  contract_offered: { tone: 'amber' },
  signed: { tone: 'green', look: 'solid' },
  rejected: { tone: 'red', look: 'outline' },
};

/** A status in words, shape and colour. */
export function StatusBadge({ status }: { status: Status }) {
  const { t } = useText();
  return (
    <Badge {...LOOKS[status]}>
      <StatusMark status={status} />
      {t(`status.${status}`)}
    </Badge>
  );
}
