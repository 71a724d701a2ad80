import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import { copyIcon } from '#pwa/ui/icons/icons.ts';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useConfirmation } from '#pwa/ui/windows/use-confirmation.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  /** What it copies, for example an address. */
  text: string;
  variant?: 'primary' | 'secondary';
}

/** Copies a text, and says that it has, for two seconds in the button itself. */
export function CopyButton({ text, variant = 'primary' }: CopyButtonProps) {
  const { t } = useText();
  const { isConfirmed: isCopied, confirm } = useConfirmation();

  async function copy(): Promise<void> {
    if (await copyText(text)) confirm();
    else showToast({ title: t('campaigns.qr.copyFailed'), kind: 'destructive' });
  }

  return (
    <Button variant={variant} icon={isCopied ? checkIcon : copyIcon} onClick={() => void copy()}>
      <span aria-live="polite">{t(isCopied ? 'campaigns.qr.copied' : 'campaigns.qr.copy')}</span>
    </Button>
  );
}
