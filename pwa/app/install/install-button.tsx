import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { install, useInstallOffer } from './install-offer-store.ts';
import { InstallSheet } from './install-sheet.tsx';

/** Installs the app. If the browser has no prompt, a sheet shows the steps by hand. */
export function InstallButton() {
  const { t } = useText();
  const { way } = useInstallOffer();
  const [explaining, setExplaining] = useState(false);

  function accept(): void {
    if (way === 'prompt') install().catch(console.error);
    else setExplaining(true);
  }

  return (
    <>
      <Button onClick={accept}>{t('install.install')}</Button>
      {explaining && <InstallSheet onClose={() => setExplaining(false)} />}
    </>
  );
}
