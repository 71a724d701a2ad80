import { useText } from '#pwa/i18n/text-context.tsx';
import { Badge } from '#pwa/ui/badge.tsx';
import { checkCircleIcon, inboxIcon } from '#pwa/ui/icons.ts';

/** Whether an inquiry has become an application, in a word, a drawing and a colour. */
export function ContactBadge({ converted }: { converted: boolean }) {
  const { t } = useText();
  return converted ? (
    <Badge tone="green" icon={checkCircleIcon}>
      {t('contactStatus.converted')}
    </Badge>
  ) : (
    <Badge tone="blue" icon={inboxIcon}>
      {t('contactStatus.new')}
    </Badge>
  );
}
