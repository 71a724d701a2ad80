import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { useDraft } from '#pwa/ui/fields/use-draft.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { keepShare, SHARE_FAULTS, type Share, sharesOf } from '#pwa/visitor/shares.ts';
import { SharedCard } from './shared-card.tsx';

/**
 * What other apps have shared with this one: it waits until it is used or discarded. Where the system does not offer this
 * app (Safari, Firefox, an app that is not installed), a person pastes it.
 */
export function SharedPage() {
  const { t } = useText();
  const { userId } = useMirror();
  const [shares, setShares] = useState<readonly Share[]>([]);
  const [text, setText] = useDraft(userId, 'pasted');
  const told = useLocation({ select: ({ search }) => SHARE_FAULTS.find((one) => one in search) });
  const [fault, setFault] = useState(told ?? null);
  const load = useCallback(() => void sharesOf(userId).then(setShares), [userId]);
  useEffect(() => {
    load();
    // Another tab may have used one.
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [load]);

  async function keepPasted(): Promise<void> {
    const form = new FormData();
    form.set('text', text);
    // A second press finds nothing.
    setText('');
    const reason = await keepShare(new Response(form));
    if (reason) setText(text);
    setFault(reason);
    load();
  }

  return (
    <div className={primitives.page}>
      <PageHead title={t('shared.title')}>{t('shared.text')}</PageHead>
      {fault && (
        <Notice tone="red">
          <p role="alert">{t(`shared.${fault}`)}</p>
        </Notice>
      )}
      {shares.toReversed().map((share) => (
        <SharedCard key={share.name} share={share} onChange={load} />
      ))}
      <Card>
        <div className={primitives.stack3}>
          <TextArea
            label={t('shared.pasted')}
            hint={t('shared.pastedHint')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            className={primitives.start}
            variant="secondary"
            disabled={text.trim() === ''}
            onClick={() => void keepPasted()}
          >
            {t('shared.read')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
