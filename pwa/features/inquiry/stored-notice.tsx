import { useText } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { isInPageOnly } from '#pwa/visitor/outbox.ts';
import type { VisitorEntry } from '#pwa/visitor/visitor-entry.ts';

interface StoredNoticeProps {
  entry: VisitorEntry;
  /** Says that it is on this device. */
  title: string;
}

/** Where something is that has not arrived by the private link, or why it was refused. */
export function StoredNotice({ entry: { problem }, title }: StoredNoticeProps) {
  const { t } = useText();
  if (problem) {
    // To send it again is no use; it is still here to be read.
    const isEnd = problem.code === 'too-many-corrections';
    return (
      <Notice icon={alertIcon} tone="red" title={isEnd ? title : t('contact.waiting.refused')}>
        {problemText(t, problem)}
      </Notice>
    );
  }
  const isInPage = isInPageOnly();
  return (
    <Notice
      icon={clockIcon}
      tone="amber"
      title={isInPage ? t('contact.waiting.inPage.title') : title}
    >
      {isInPage ? t('contact.waiting.inPage.text') : t('contact.waiting.keepOpen')}
    </Notice>
  );
}
