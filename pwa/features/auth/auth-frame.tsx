import type { ReactNode } from 'react';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import { clockIcon, inboxIcon, userIcon } from '#pwa/ui/icons/icons.ts';
import { Mark } from '#pwa/ui/icons/mark.tsx';
import { PitchLines } from '#pwa/ui/pitch-lines.tsx';
import '#pwa/ui/forced-colours.css';
import styles from './auth-frame.module.css';

interface AuthFrameProps {
  title: string;
  subtitle: string;
  /** The form. */
  children: ReactNode;
}

const BLURBS: readonly { blurb: 'applications' | 'contacts' | 'status'; icon: IconShape }[] = [
  { blurb: 'applications', icon: userIcon },
  { blurb: 'contacts', icon: inboxIcon },
  { blurb: 'status', icon: clockIcon },
];

/** A form before the back office, beside a few words about it. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  const { t, language } = useText();
  return (
    <div className={styles.page}>
      <main className={styles.entry}>
        <a href={publicPage('/', language)} className={styles.brand}>
          <Mark className={styles.mark} />
          {t('brand.name')}
        </a>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
          {children}
        </div>
      </main>
      <aside className={styles.hero}>
        <PitchLines className={styles.lines} />
        <div className={styles.promise}>
          <h2 className={styles.heroTitle}>{t('auth.blurbs.title')}</h2>
          <ul className={styles.blurbs}>
            {BLURBS.map(({ blurb, icon }) => (
              <li key={blurb}>
                <Icon shape={icon} className={styles.blurbIcon} />
                <div>
                  <h3 className={styles.blurbTitle}>{t(`auth.blurbs.${blurb}.title`)}</h3>
                  <p>{t(`auth.blurbs.${blurb}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}
