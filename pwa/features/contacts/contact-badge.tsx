import type { Contact } from '#contract/contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Badge } from '#pwa/ui/badge.tsx';
import { alertIcon, checkCircleIcon, checkIcon, inboxIcon, trashIcon } from '#pwa/ui/icons.ts';

/** What became of an inquiry, in a word, a drawing and a colour: converted counts before the rest. */
export function ContactBadge({
  contact: { convertedToApplication, state },
}: {
  contact: Pick<Contact, 'convertedToApplication' | 'state'>;
}) {
  const { t } = useText();
  if (convertedToApplication)
    return (
      <Badge tone="green" icon={checkCircleIcon}>
        {t('contactStatus.converted')}
      </Badge>
    );
  if (state === 'answered')
    return (
      <Badge tone="violet" icon={checkIcon}>
        {t('contactState.answered')}
      </Badge>
    );
  if (state === 'spam')
    return (
      <Badge tone="red" look="outline" icon={alertIcon}>
        {t('contactState.spam')}
      </Badge>
    );
  if (state === 'archived')
    return (
      <Badge look="outline" icon={trashIcon}>
        {t('contactState.archived')}
      </Badge>
    );
  return (
    <Badge tone="blue" icon={inboxIcon}>
      {t('contactStatus.new')}
    </Badge>
  );
}
