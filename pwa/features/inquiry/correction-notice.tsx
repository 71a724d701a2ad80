import { useText } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { clockIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { alertIcon } from '#pwa/ui/site-icons.ts';
import { keptInPageOnly } from '#pwa/visitor/outbox.ts';
import type { WaitingCorrection } from './send-correction.ts';

/** Where a correction is that has not arrived, or why it was refused. */
export function CorrectionNotice({ problem }: { problem: WaitingCorrection['problem'] }) {
  const { t } = useText();
  if (problem) {
    return (
      <Notice icon={alertIcon} tone="red" title={t('contact.waiting.refused')}>
        {problemText(t, problem)}
      </Notice>
    );
  }
  const isInPage = keptInPageOnly();
  return (
    <Notice
      icon={clockIcon}
      tone="amber"
      title={isInPage ? t('contact.waiting.inPage.title') : t('sentInquiry.kept')}
    >
      {isInPage ? t('contact.waiting.inPage.text') : t('contact.waiting.keepOpen')}
    </Notice>
  );
}
