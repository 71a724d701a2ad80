import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { forgetWanted, wantedPath } from '#pwa/lib/storage/wanted.ts';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { arrowRightIcon } from '#pwa/ui/icons/icons.ts';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './continue-bar.module.css';

/** After a sign-in: a link to the guarded page that was asked for before it. */
export function ContinueBar() {
  const { t } = useText();
  const [path, setPath] = useState(wantedPath);
  if (path === null) return null;

  function drop(): void {
    forgetWanted();
    setPath(null);
  }

  return (
    <div role="status" className={styles.bar}>
      <ButtonLink variant="accent" icon={arrowRightIcon} href={path} onClick={forgetWanted}>
        {t('header.continue')}
      </ButtonLink>
      <IconButton icon={closeIcon} label={t('common.close')} onClick={drop} />
    </div>
  );
}
