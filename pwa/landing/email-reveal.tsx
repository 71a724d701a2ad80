import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { mailAddress } from '#pwa/lib/site-settings.ts';
import { Button } from '#pwa/ui/button.tsx';
import { mailIcon } from '#pwa/ui/icons.ts';

/** Shows the e-mail address only after a press, so that no harvester finds it. */
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
  // The button that was pressed is gone: the focus goes on to what came in its place.
  return (
    <p tabIndex={-1} ref={(shown) => (shown?.querySelector('a') ?? shown)?.focus()}>
      {address ? <a href={`mailto:${address}`}>{address}</a> : t('contact.email.unavailable')}
    </p>
  );
}
