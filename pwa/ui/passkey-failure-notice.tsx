import { isPasskeyClosed, passkeyFailureText } from '#pwa/i18n/passkey-failure.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from './notice.tsx';

interface PasskeyFailureNoticeProps {
  failure: unknown;
  /** Said when the person has closed the browser's sheet, which is no error. */
  closed: string;
  title?: string;
}

/** Why a passkey was not made or used, said aloud. */
export function PasskeyFailureNotice({ failure, closed, title }: PasskeyFailureNoticeProps) {
  const { t } = useText();
  return (
    <div role="alert">
      {isPasskeyClosed(failure) ? (
        <Notice icon={infoIcon}>{closed}</Notice>
      ) : (
        <Notice tone="red" title={title}>
          {passkeyFailureText(t, failure)}
        </Notice>
      )}
    </div>
  );
}
