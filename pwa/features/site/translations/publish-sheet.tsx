import { useEffect, useState } from 'react';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { readSite } from '#contract/site.ts';
import { cleanText } from '#contract/values/clean-text.ts';
import { call } from '#pwa/api/call.ts';
import { publishContent } from '#pwa/features/site/publish-content.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { infoIcon, offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import type { Edits } from './entries.ts';
import { faultText } from './fault-text.ts';
import { type Change, type Publication, publicationOf } from './publication.ts';
import styles from './publish-sheet.module.css';

interface PublishSheetProps {
  userId: number;
  edits: Readonly<Record<Language, Edits>>;
  open: boolean;
  onClose: () => void;
  /** Applies texts to a language as if they had been typed. */
  onTexts: (language: Language, texts: Edits) => void;
  /** The texts that this page shows are the published ones now. */
  onPublished: () => Promise<void>;
}

/** Shows the changed texts beside the published ones, in every language, and publishes them. */
export function PublishSheet({ onPublished, ...props }: PublishSheetProps) {
  const { t } = useText();
  const { open, onClose } = props;
  return (
    <Sheet
      title={t('translations.publish.title')}
      description={t('translations.publish.text')}
      open={open}
      onClose={onClose}
    >
      {open && <Changes {...props} onPublished={onPublished} />}
    </Sheet>
  );
}

function Changes({ userId, edits, onClose, onTexts, onPublished }: PublishSheetProps) {
  const { t, language: shown } = useText();
  const store = useTextStore();
  const isOffline = useIsOffline();
  const { publication, failure, retry } = usePublication(userId, edits);
  const { busy, attempt } = useAttempt('site.notPublished');

  async function publish({ current, content }: Publication): Promise<void> {
    const isDone = await attempt(async () => {
      await publishContent({ current, content, userId, store });
      await onPublished();
      onClose();
      showToast({ title: t('site.published'), description: t('site.publishedText') });
    });
    if (!isDone) retry();
  }

  if (isOffline) return <Notice icon={offlineIcon}>{t('site.offlineText')}</Notice>;
  if (failure !== null) {
    return (
      <Notice tone="red" title={t('site.errorTitle')} actions={<RetryButton onClick={retry} />}>
        {failureText(t, failure)}
      </Notice>
    );
  }
  if (!publication) return <SkeletonRows rows={3} />;
  const { changes, others } = publication;
  if (changes.length === 0)
    return <Notice icon={infoIcon}>{t('translations.publish.same')}</Notice>;
  const faults = changes.filter(({ fault }) => fault).length;
  const marked = changes.filter(({ fault }) => fault && fault.marks.length > 0);

  function cleanUp(): void {
    for (const language of LANGUAGE_CODES) {
      const own = marked.filter((change) => change.language === language);
      onTexts(language, new Map(own.map(({ path, after }) => [path, cleanText(after)])));
    }
  }

  return (
    <div className={primitives.stack4}>
      {faults > 0 && (
        <Notice
          tone="amber"
          actions={
            marked.length > 0 && (
              <Button variant="secondary" onClick={cleanUp}>
                {t('translations.cleanUp')}
              </Button>
            )
          }
        >
          {t('translations.publish.faults', { count: faults })}
        </Notice>
      )}
      {others.length > 0 && (
        <Notice>
          <p>{t('translations.publish.otherNumbers')}</p>
          <ul>
            {others.map(({ language, text }) => (
              <li key={language + text}>
                {languageName(language, shown)}: <q lang={language}>{text}</q>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {LANGUAGE_CODES.map((language) => {
        const own = changes.filter((change) => change.language === language);
        if (own.length === 0) return null;
        return (
          <section key={language} aria-label={languageName(language, shown)}>
            <h3 className={styles.language}>{languageName(language, shown)}</h3>
            {own.map((change) => (
              <ChangedText key={change.path} {...change} />
            ))}
          </section>
        );
      })}
      <Button busy={busy} onClick={() => void publish(publication)}>
        {t('site.publish')}
      </Button>
    </div>
  );
}

/** A text as it stands and as it will, with what may be wrong with it. */
function ChangedText({ language, path, before, after, fault, tooWide }: Change) {
  const { t } = useText();
  const warnings = [
    fault ? faultText(t, fault) : '',
    tooWide ? t('translations.publish.tooWide') : '',
  ].filter((warning) => warning !== '');
  return (
    <dl className={styles.change}>
      <dt className={primitives.hint}>{path}</dt>
      <dd lang={language}>
        <del>{before}</del>
      </dd>
      <dd lang={language}>
        <ins>{after}</ins>
      </dd>
      {warnings.map((warning) => (
        <dd key={warning} className={styles.warning}>
          <Icon shape={alertIcon} />
          {warning}
        </dd>
      ))}
    </dl>
  );
}

function usePublication(userId: number, edits: PublishSheetProps['edits']) {
  const store = useTextStore();
  const isOffline = useIsOffline();
  const [publication, setPublication] = useState<Publication | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt asks again
  useEffect(() => {
    if (isOffline) return undefined;
    const stopping = new AbortController();
    setFailure(null);
    call(readSite, { sentFor: userId, signal: stopping.signal })
      .then(({ current }) => publicationOf(store, edits, current))
      .then(
        (next) => !stopping.signal.aborted && setPublication(next),
        (error: unknown) => !stopping.signal.aborted && setFailure(error),
      );
    return () => stopping.abort();
  }, [store, edits, userId, isOffline, attempt]);

  return { publication, failure, retry: () => setAttempt((count) => count + 1) };
}
