import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import type { QuestionTexts } from '#pwa/local/changes/define-change.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { Question } from '#pwa/local/database/rows.ts';
import { answerQuestion } from '#pwa/local/outbox/answer-question.ts';
import { recordOf } from '#pwa/local/outbox/lane.ts';
import { useQuestions } from '#pwa/local/outbox/questions.ts';
import { readHistory, readRecordName } from '#pwa/local/rows/read-rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { showNotSaved } from './not-saved.ts';
import styles from './question-notice.module.css';
import { questionWords } from './question-words.ts';

const TEXTS: QuestionTexts = {
  text: 'sync.fieldConflict.text',
  mine: 'sync.conflict.keepMine',
  theirs: 'sync.conflict.takeTheirs',
  mineHint: 'sync.fieldConflict.keepMineHint',
  theirsHint: 'sync.fieldConflict.takeTheirsHint',
};

/** Asks about each field of a record that two people have changed. */
export function QuestionNotices({ entity, level = 2 }: { entity: string; level?: 2 | 4 }) {
  const questions = useQuestions(entity);
  return questions?.map((question) => (
    <QuestionNotice key={question.id} question={question} level={level} />
  ));
}

/** Asks which of two people's values stays. */
function QuestionNotice({ question, level }: { question: Question; level: 2 | 4 }) {
  const { t } = useText();
  const mirror = useMirror();
  const hintId = useId();
  const [deciding, setDeciding] = useState(false);
  const { asks = TEXTS, history } = definitionOf(question);
  const words = questionWords(t, question);

  async function decide(choice: 'mine' | 'theirs'): Promise<void> {
    setDeciding(true);
    try {
      await answerQuestion(mirror, question, choice);
      const name = await readRecordName(mirror, question.entity);
      showToast({
        title: t(asks[`${choice}Hint`] ?? asks[choice], words),
        description: name ?? undefined,
      });
    } catch (error) {
      // The question stays.
      showNotSaved(t, error);
    } finally {
      setDeciding(false);
    }
  }

  const hintOf = (whose: 'mine' | 'theirs') => {
    const hint = asks[`${whose}Hint`];
    return hint && t(hint, words);
  };

  const choice = (whose: 'mine' | 'theirs') => (
    <div className={styles.choice}>
      <Button
        variant="secondary"
        disabled={deciding}
        aria-describedby={`${hintId}-${whose}`}
        onClick={() => void decide(whose)}
      >
        {t(asks[whose])}
      </Button>
      <span id={`${hintId}-${whose}`}>{hintOf(whose)}</span>
    </div>
  );

  return (
    <Notice
      tone="amber"
      level={level}
      title={t('sync.conflict.title')}
      actions={
        <>
          {choice('mine')}
          {choice('theirs')}
        </>
      }
    >
      {t(asks.text, words)}
      {history && <TheirChange question={question} />}
    </Notice>
  );
}

/** Who set the other status, when, and what they wrote; nothing while the history is not here. */
function TheirChange({ question: { entity, theirs, key } }: { question: Question }) {
  const { t } = useText();
  const mirror = useMirror();
  const id = String(recordOf(entity)?.id);
  const history = useLiveQuery(() => readHistory(mirror, id), [mirror, id]);
  const change = history?.find(
    ({ id, newStatus, previousStatus }) =>
      id !== key && newStatus === theirs && previousStatus !== theirs,
  );
  if (!change) return null;
  const when = formatMoment(change.createdAt);
  return (
    <>
      <p className={styles.theirs}>
        {change.by === null
          ? t('sync.conflict.setByNobody', { when })
          : t('sync.conflict.setBy', { name: change.by, when })}
      </p>
      {change.notes !== null && (
        <blockquote className={styles.note} dir="auto">
          {change.notes}
        </blockquote>
      )}
    </>
  );
}
