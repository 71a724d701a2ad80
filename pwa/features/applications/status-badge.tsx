import type { Application } from '#contract/applications.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { lookOf } from './status-look.tsx';
import { StatusMark } from './status-mark.tsx';

/** A status in words, shape and colour. */
export function StatusBadge({ status }: { status: Application['status'] }) {
  const { t } = useText();
  const { tone, look } = lookOf(status);
  return (
    <Badge tone={tone} look={look}>
      <StatusMark status={status} />
      {wordText(t, 'status', status)}
    </Badge>
  );
}
