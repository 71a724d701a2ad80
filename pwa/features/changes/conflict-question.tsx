import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showNotSaved } from './not-saved.ts';

interface Decision {
  /** What its button says. */
  label: string;
  /** The consequence, in a sentence, where the label does not say it. */
  hint?: string | undefined;
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

  const choice = (decision: Decision) => (
    <Button
      variant="secondary"
      disabled={deciding}
      onClick={() => void decide(decision)}
      title={decision.hint}
    >
      {decision.label}
    </Button>
  );

  return (
    <Notice
      icon={alertIcon}
      tone="amber"
      title={t('sync.conflict.title')}
      actions={
        <>
          {choice(mine)}
          {choice(theirs)}
        </>
      }
    >
      {children}
    </Notice>
  );
}
