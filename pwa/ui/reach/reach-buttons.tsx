import { useText } from '#pwa/i18n/text-context.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { type Reachable, useReach } from './use-reach.ts';

/** Icons that call a person and open a chat, or write an e-mail to whoever left no number. */
export function ReachButtons({ name, ...person }: Reachable & { name: string }) {
  const { t } = useText();
  const ways = useReach(person);
  const byNumber = ways.filter(({ how }) => how !== 'mail');
  return (byNumber.length > 0 ? byNumber : ways).map(({ how, icon, link }) => (
    <ButtonLink
      key={how}
      variant="quiet"
      icon={icon}
      aria-label={t(`today.${how}`, { name })}
      {...link}
    />
  ));
}
