import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { mailAddress } from '#pwa/lib/site-settings.ts';
import { Button } from '#pwa/ui/button.tsx';
import { mailIcon } from '#pwa/ui/icons/site-icons.ts';

/** Shows the e-mail address only after a click: harvesters do not find it. */
export function EmailReveal() {
  const { t } = useText();
  const [address, setAddress] = useState<string | null>();

  if (address === undefined) {
    return (
      <Button variant="secondary" icon={mailIcon} onClick={() => setAddress(mailAddress())}>
        {t('contact.email.reveal')}
      </Button>
    );
  }
  // The clicked button is gone: its replacement takes the focus.
  return (
    <p tabIndex={-1} ref={(shown) => (shown?.querySelector('a') ?? shown)?.focus()}>
      {address ? <a href={`mailto:${address}`}>{address}</a> : t('contact.email.unavailable')}
    </p>
  );
}
