import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useReachable } from '#pwa/features/applications/people/use-reachable.ts';
import type { Phrase } from '#pwa/features/applications/quick-phrases.tsx';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { noteIcon } from '#pwa/ui/icons/icons.ts';
import { AfterReach } from '#pwa/ui/reach/after-reach.tsx';
import type { Reach } from '#pwa/ui/reach/use-reach.ts';
import { useMinor } from './use-minor.ts';

/** What a note can say after each way to a person. */
const OUTCOMES: Record<Reach, readonly Phrase[]> = {
  call: ['called', 'noAnswer'],
  whatsapp: ['whatsapp'],
  mail: ['mail'],
};

interface LogReachProps {
  application: ApplicationRow;
  how: Reach;
  onClose: () => void;
}

/** Asks what to note after a call or a message; one press saves it. */
export function LogReach({ application, how, onClose }: LogReachProps) {
  const { t } = useText();
  const change = useChange();
  const guarded = useMinor(application);
  const { who } = useReachable(application);
  return (
    <AfterReach title={t(`applicationDetail.log.${how}`)} onClose={onClose}>
      {OUTCOMES[how].map((phrase) => (
        <Button
          key={phrase}
          variant="secondary"
          onClick={() => {
            onClose();
            const said = t(`applicationDetail.phrases.${phrase}`);
            const notes = who ? `${who} · ${said}` : said;
            const note = statusChanged.make({ status: application.status, notes }, application);
            void change(note, { name: applicationDefinition.nameOf(t, application) });
          }}
        >
          {t(`applicationDetail.phrases.${phrase}`)}
        </Button>
      ))}
      {guarded?.consent === null && (
        <Button
          variant="secondary"
          onClick={() => {
            onClose();
            openSheet('consent', application);
          }}
        >
          {t('minor.consent')}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={noteIcon}
        onClick={() => {
          onClose();
          openSheet('note', application);
        }}
      >
        {t('applicationDetail.log.note')}
      </Button>
    </AfterReach>
  );
}
