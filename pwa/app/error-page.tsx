import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';

/** Replaces a page that has thrown: says which data are safe and offers two ways out. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useText();

  useEffect(() => console.error(error), [error]);

  return (
    <div role="alert">
      <EmptyState
        icon={alertIcon}
        title={t('common.failed')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('common.reload')}</Button>{' '}
            <ButtonLink variant="quiet" href="/" target="_self">
              {t('common.home')}
            </ButtonLink>
          </>
        }
      >
        {t('common.failedDescription')}
      </EmptyState>
    </div>
  );
}
