import type { Application } from '#contract/applications.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { lookOf, StatusMark } from './status-mark.tsx';

export interface StatusBadgeProps {
  status: Application['status'];
  /** In how many words: a short one, or only the mark where the status stands beside it. */
  words?: 'all' | 'short' | 'none' | undefined;
}

/** A status in words, shape and colour. */
export function StatusBadge({ status, words = 'all' }: StatusBadgeProps) {
  const { t } = useText();
  const { tone, look } = lookOf(status);
  return (
    <Badge tone={tone} look={look}>
      <StatusMark status={status} />
      <span className={words === 'none' ? 'visually-hidden' : undefined}>
        {wordText(t, words === 'short' ? 'statusShort' : 'status', status)}
      </span>
    </Badge>
  );
}
