import { useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './approval-card.module.css';
import { ApprovalNotice } from './approval-notice.tsx';

/** Tells a new user on the public page that the account is not approved yet, with a link to it. */
export function ApprovalCard() {
  const { t } = useText();
  const [open, setOpen] = useState(true);
  if (!open) return null;

  return (
    <div role="status" className={styles.card}>
      <ApprovalNotice
        actions={
          <ButtonLink variant="secondary" href={APP_PATHS.account}>
            {t('approval.account')}
          </ButtonLink>
        }
      />
      <IconButton
        icon={closeIcon}
        label={t('common.close')}
        className={styles.close}
        onClick={() => setOpen(false)}
      />
    </div>
  );
}
