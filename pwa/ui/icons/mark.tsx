import { publishedSite } from '#pwa/lib/published-site.ts';
import { Icon } from './icon.tsx';
import { pitchIcon } from './site-icons.ts';

/** The agency's mark beside its name: the owner's, or the product's. */
export function Mark(props: { className?: string | undefined }) {
  const mark = publishedSite()?.settings.mark;
  return (
    <Icon shape={pitchIcon} {...props}>
      {mark && <image href={`/mark/${mark.tile.id}.png`} width="24" height="24" />}
    </Icon>
  );
}
