import { useText } from '#pwa/i18n/text-context.tsx';
import { ThumbLink } from '#pwa/ui/screen/thumb-bar.tsx';
import { type Reachable, useReach } from './use-reach.ts';

interface ReachLinksProps extends Reachable {
  /** The group of the three words. */
  texts: 'applicationDetail' | 'contactDetail';
  /** Who is reached, if that is not the one of the record. */
  who?: string | null;
}

/** Links for a ThumbBar that call, chat with and write to a person, as far as the record allows it. */
export function ReachLinks({ texts, who, ...person }: ReachLinksProps) {
  const { t } = useText();
  return useReach(person).map(({ how, icon, link }) => (
    <ThumbLink
      key={how}
      icon={icon}
      aria-label={who ? t(`today.${how}`, { name: who }) : undefined}
      {...link}
    >
      {t(`${texts}.${how}`)}
    </ThumbLink>
  ));
}
