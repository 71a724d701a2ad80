import { useRouterState } from '@tanstack/react-router';
import { ConfirmAddressPage as ConfirmAddress } from '#pwa/features/auth/confirm-address-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';

/** /auth/address: the link of a mail leads here, its token is behind `#`. */
export function ConfirmAddressPage() {
  const { t } = useText();
  const token = useRouterState({ select: ({ location }) => location.hash });
  useTitle(t('titles.address'));
  return <ConfirmAddress key={token} token={token} />;
}
