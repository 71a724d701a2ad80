import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showNotSaved } from './outcome-toast.ts';

interface Decision {
  /** What comes of it, in a sentence. */
  hint: string;
  /** Rejects when it could not be kept on the phone: said in a toast, and asked again. */
  take(): Promise<unknown>;
}

interface ConflictQuestionProps {
  mine: Decision;
  theirs: Decision;
  /** What two people did, in a sentence. */
  children: ReactNode;
}

/** Two people changed one thing: told in a sentence, and one person decides which stays (W-11). */
export function ConflictQuestion({ mine, theirs, children }: ConflictQuestionProps) {
  const { t } = useText();
  const [deciding, setDeciding] = useState(false);

  async function decide({ take }: Decision): Promise<void> {
    setDeciding(true);
    try {
      await take();
    } catch (error) {
      showNotSaved(t, error);
    } finally {
      setDeciding(false);
    }
  }

  const choice = (decision: Decision, label: string) => (
    <Button
      variant="secondary"
      disabled={deciding}
      onClick={() => void decide(decision)}
      title={decision.hint}
    >
      {label}
    </Button>
  );

  return (
    <Notice
      icon={alertIcon}
      tone="amber"
      title={t('sync.conflict.title')}
      actions={
        <>
          {choice(mine, t('sync.conflict.keepMine'))}
          {choice(theirs, t('sync.conflict.takeTheirs'))}
        </>
      }
    >
      {children}
    </Notice>
  );
}
