import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { AfterReach } from '#pwa/ui/reach/after-reach.tsx';

/** Asks after a call or a message whether the inquiry is answered. */
export function AskAnswered({ contact, onClose }: { contact: ContactRow; onClose: () => void }) {
  const { t } = useText();
  const change = useChange();
  return (
    <AfterReach
      title={t('contactDetail.answered.title')}
      text={t('contactDetail.answered.text')}
      onClose={onClose}
    >
      <Button
        variant="secondary"
        icon={checkIcon}
        onClick={() => {
          onClose();
          void change(contactStateChanged.make({ state: 'answered' }, contact));
        }}
      >
        {t('contactDetail.answered.mark')}
      </Button>
    </AfterReach>
  );
}
