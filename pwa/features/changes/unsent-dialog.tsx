import { useText } from '#pwa/i18n/text-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Question } from '#pwa/local/database/rows.ts';
import type { HowToLeave } from '#pwa/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import { ChangeText } from './change-text.tsx';
import { questionWords } from './question-words.ts';
import styles from './unsent-dialog.module.css';

interface UnsentDialogProps {
  /** The unsent changes, oldest first; undefined if this phone cannot read them. */
  entries: readonly OutboxEntry[] | undefined;
  /** The open questions. */
  questions: readonly Question[] | undefined;
  /** The choice that is being carried out. */
  busy: HowToLeave | null;
  onLeave: (how: HowToLeave) => void;
  onCancel: () => void;
}

const SEND_FIRST = {
  how: 'send-first',
  label: 'logout.sendNow',
  hint: 'logout.sendNowHint',
  variant: 'primary',
} as const;

/**
 * Lists unsent changes and open questions before a sign-out, and asks whether to send, keep or discard them. A question
 * cannot be sent.
 */
export function UnsentDialog({
  entries,
  questions = [],
  busy,
  onLeave,
  onCancel,
}: UnsentDialogProps) {
  const { t } = useText();
  const isQuestionsOnly = entries?.length === 0 && questions.length > 0;
  const keepHint = isQuestionsOnly ? 'logout.keepQuestionsHint' : 'logout.keepHint';
  const ways = [
    ...(entries && questions.length === 0 ? [SEND_FIRST] : []),
    { how: 'keep', label: 'logout.keep', hint: keepHint, variant: 'secondary' },
    { how: 'discard', label: 'logout.discard', hint: 'logout.discardHint', variant: 'danger' },
  ] as const;

  const texts = [
    ...(entries?.length ? [t('logout.text', { count: entries.length })] : []),
    ...(questions.length > 0 ? [t('logout.questions', { count: questions.length })] : []),
  ];

  return (
    <Dialog
      title={t(isQuestionsOnly ? 'logout.titleQuestions' : 'logout.title')}
      description={entries ? texts.join(' ') : t('logout.unreadable')}
      busy={busy !== null}
      onClose={onCancel}
    >
      <ul className={styles.changes}>
        {entries?.map((entry) => (
          <li key={entry.key}>
            <ChangeText entry={entry} />
          </li>
        ))}
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionText question={question} />
          </li>
        ))}
      </ul>
      <p className={styles.warning}>{t('logout.warning')}</p>
      <div className={primitives.stack4}>
        {ways.map(({ how, label, hint, variant }) => (
          <div key={how} className={styles.way}>
            <Button
              variant={variant}
              busy={busy === how}
              busyLabel={how === 'send-first' ? t('logout.sending') : undefined}
              disabled={busy !== null && busy !== how}
              onClick={() => onLeave(how)}
            >
              {t(label)}
            </Button>
            <p>{t(hint)}</p>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** The field that is asked about, with the person's own value: "Club: Girona FC". */
function QuestionText({ question }: { question: Question }) {
  const { t } = useText();
  const { field, mine } = questionWords(t, question);
  const isText = typeof question.mine === 'string' && question.mine !== '';
  return <p>{isText ? t('sync.toast.change', { name: field, change: mine }) : field}</p>;
}
