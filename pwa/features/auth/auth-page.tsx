import { useState } from 'react';
import type { Credentials, CurrentUser } from '#contract/auth.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon, type IconShape } from '#pwa/ui/icon.tsx';
import { clockIcon, inboxIcon, infoIcon, pitchIcon, userIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { PitchLines } from '#pwa/ui/pitch-lines.tsx';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import styles from './auth-page.module.css';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

interface AuthPageProps {
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  onSignedIn: () => void;
  /** A notice above the form, for example that the session has expired. */
  notice?: string | null;
}

const BLURBS: readonly { blurb: 'applications' | 'contacts' | 'status'; icon: IconShape }[] = [
  { blurb: 'applications', icon: userIcon },
  { blurb: 'contacts', icon: inboxIcon },
  { blurb: 'status', icon: clockIcon },
];

/** Login and registration, beside a few words about the back office. */
export function AuthPage({ signIn, onSignedIn, notice }: AuthPageProps) {
  const { t, language } = useText();
  const [tab, setTab] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState('');

  return (
    <div className={styles.page}>
      <main className={styles.entry}>
        <a href={publicPage('/', language)} className={styles.brand}>
          <Icon shape={pitchIcon} />
          {t('brand.name')}
        </a>
        <div className={styles.card}>
          <h1 className={styles.title}>
            {tab === 'login' ? t('auth.login.title') : t('auth.register.title')}
          </h1>
          <p className={styles.subtitle}>
            {tab === 'login' ? t('auth.subtitle') : t('auth.register.hint')}
          </p>
          {notice && <Notice icon={infoIcon}>{notice}</Notice>}
          <Tabs
            label={t('auth.title')}
            tabs={[
              { value: 'login', label: t('auth.tabs.login') },
              { value: 'register', label: t('auth.tabs.register') },
            ]}
            value={tab}
            onValueChange={setTab}
          >
            <TabPanel value="login">
              {registered && <Notice icon={infoIcon}>{t('auth.register.pending')}</Notice>}
              <LoginForm username={registered} signIn={signIn} onSignedIn={onSignedIn} />
            </TabPanel>
            <TabPanel value="register">
              <RegisterForm
                onRegistered={(username) => {
                  setRegistered(username);
                  setTab('login');
                }}
              />
            </TabPanel>
          </Tabs>
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
