import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showNotSaved } from './not-saved.ts';

interface Decision {
  /** The consequence, in a sentence. */
  hint: string;
  /** Rejects if it could not be saved on this device: a toast says so and the question stays. */
  take(): Promise<unknown>;
}

interface ConflictQuestionProps {
  mine: Decision;
  theirs: Decision;
  /** Both changes, in a sentence. */
  children: ReactNode;
}

/** Asks which of two concurrent changes stays. */
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
