import type { ReactNode } from 'react';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { LanguageSwitcher } from '#pwa/landing/language-switcher.tsx';
import { Brand } from './brand.tsx';
import styles from './public-frame.module.css';

/** The plain frame of public pages besides the landing page: a way home, the language, the share menu. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { language } = useText();
  return (
    <>
      <header className={styles.header}>
        <a href={publicPage('/', language)} className={styles.home}>
          <Brand />
        </a>
        <LanguageSwitcher />
      </header>
      <main className={styles.main}>{children}</main>
      <ShareMenu />
    </>
  );
}
