import type { ReactNode } from 'react';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Brand } from './brand.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';
import styles from './public-frame.module.css';

/**
 * The plain frame of public pages besides the landing page: a way home, the language, the share menu.
 *
 * @param menus `static` on a page without scripts: the share menu has no button that needs one. `none`
 * until the scripts of a private link have run: a link to another language would lose its secret. `languages` on a page
 * that nobody should share
 */
export function PublicFrame({
  menus = 'all',
  children,
}: {
  menus?: 'all' | 'static' | 'languages' | 'none';
  children: ReactNode;
}) {
  const { language } = useText();
  return (
    <>
      <header className={styles.header}>
        <a href={publicPage('/', language)} className={styles.home}>
          <Brand />
        </a>
        {(menus === 'all' || menus === 'static') && <ShareMenu isStatic={menus === 'static'} />}
        {menus !== 'none' && <LanguageSwitcher />}
      </header>
      <main className={styles.main}>{children}</main>
    </>
  );
}
