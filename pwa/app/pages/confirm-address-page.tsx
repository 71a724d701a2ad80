import { useRouterState } from '@tanstack/react-router';
import { ConfirmAddressPage as ConfirmAddress } from '#pwa/features/auth/confirm-address-page.tsx';

/** /auth/address: the link of a mail leads here, its token is behind `#`. */
export function ConfirmAddressPage() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  return <ConfirmAddress key={token} token={token} />;
}
