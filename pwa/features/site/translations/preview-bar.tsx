import { languageName } from '#pwa/i18n/language-names.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { download } from '#pwa/lib/text/download.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import styles from './preview-bar.module.css';
import { useTextPreview } from './preview-store.ts';
import { exportPreview, undoPreview } from './text-preview.ts';

const TapToEdit = lazyExtra(() => import('./tap-to-edit.tsx'), 'TapToEdit');

/** What PreviewRibbon shows while there is something to tell. */
export function PreviewBar({ onDone }: { onDone: () => void }) {
  const { t, language: shown } = useText();
  const store = useTextStore();
  const { edited, tapping } = useTextPreview();
  if (tapping) {
    return (
      <div role="status" className={classNames(styles.ribbon, styles.tapping)}>
        <TapToEdit />
        <span className={styles.words}>{t('translations.tap.hint')}</span>
        <Button
          variant="quiet"
          className={styles.button}
          onClick={() => {
            useTextPreview.setState({ tapping: false });
            onDone();
          }}
        >
          {t('translations.tap.done')}
        </Button>
      </div>
    );
  }

  function act(work: Promise<void>): void {
    work.catch((error: unknown) => {
      console.error(error);
      showToast({
        title: t('translations.loadErrorTitle'),
        description: t('translations.loadErrorDescription'),
        kind: 'destructive',
      });
    });
  }

  async function undo(): Promise<void> {
    await undoPreview(store);
    showToast({ title: t('translations.undone') });
  }

  async function save(): Promise<void> {
    void download(await exportPreview(store), `texts-${edited.join('-')}-changes.json`);
  }

  return (
    <div role="status" className={styles.ribbon}>
      <span className={styles.words}>
        {t('translations.ribbon.text')}{' '}
        <span className={styles.languages}>
          ({edited.map((language) => languageName(language, shown)).join(', ')})
        </span>
      </span>
      <Button variant="quiet" className={styles.button} onClick={() => act(undo())}>
        {t('translations.ribbon.undo')}
      </Button>
      <Button variant="quiet" className={styles.button} onClick={() => act(save())}>
        {t('translations.ribbon.export')}
      </Button>
    </div>
  );
}
