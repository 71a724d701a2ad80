import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { PublicFrame } from '#pwa/landing/public-frame.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { PitchLines } from '#pwa/ui/pitch-lines.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import styles from './not-found-page.module.css';

/** Any unknown path: a sentence for people, the technical one in small print. */
export function NotFoundPage() {
  const { t, language } = useText();
  useTitle(t('titles.notFound'));

  return (
    <PublicFrame>
      <div className={styles.page}>
        <div className={styles.pitch}>
          <PitchLines className={styles.lines} />
        </div>
        <h1 className={styles.title}>{t('notFound.title')}</h1>
        <p className={styles.human}>{t('notFound.human')}</p>
        <ButtonLink href={publicPage('/', language)}>{t('common.home')}</ButtonLink>
        <p className={primitives.note}>{t('notFound.text')}</p>
      </div>
    </PublicFrame>
  );
}
