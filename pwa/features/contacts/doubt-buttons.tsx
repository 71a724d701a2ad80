import { useChange } from '#pwa/features/changes/use-change.ts';
import { writerName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactStateChanged, suspicionSet } from '#pwa/local/changes/contacts.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';

/** Says of an inquiry that looks like a machine's whether it is real. */
export function DoubtButtons({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const change = useChange();
  const name = writerName(t, contact);
  const [real, spam] = [t('contacts.real'), t('contactState.spam')];
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`${name}: ${spam}`}
        onClick={() => void change(contactStateChanged.make({ state: 'spam' }, contact))}
      >
        {spam}
      </Button>
      <Button
        variant="secondary"
        aria-label={`${name}: ${real}`}
        onClick={() => void change(suspicionSet.make({ suspect: false }, contact))}
      >
        {real}
      </Button>
    </>
  );
}
