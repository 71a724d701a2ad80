import { useState } from 'react';
import type { Credentials, CurrentUser } from '#contract/auth.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import styles from './auth-form.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RegisterForm } from './register-form.tsx';
import { SecondStep } from './second-step.tsx';

interface AuthPageProps {
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  /** Signs in by a passkey or a recovery code. Throws as signIn does. */
  signInBy: (enter: () => Promise<CurrentUser>) => Promise<CurrentUser>;
  onSignedIn: (user: CurrentUser) => void;
  /** A notice above the form, for example that the session has expired. */
  notice?: string | null;
}

/** Login and registration, beside a few words about the back office. */
export function AuthPage({ signIn, signInBy, onSignedIn, notice }: AuthPageProps) {
  const { t } = useText();
  const [tab, setTab] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState('');
  const [isSecondStep, setIsSecondStep] = useState(false);

  if (isSecondStep) {
    return (
      <AuthFrame title={t('auth.second.title')} subtitle={t('auth.second.text')}>
        <SecondStep
          signInBy={signInBy}
          onSignedIn={onSignedIn}
          onBack={() => setIsSecondStep(false)}
        />
      </AuthFrame>
    );
  }

  return (
    <AuthFrame
      title={tab === 'login' ? t('auth.login.title') : t('auth.register.title')}
      subtitle={tab === 'login' ? t('auth.subtitle') : t('auth.register.hint')}
    >
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
          <LoginForm
            username={registered}
            signIn={signIn}
            onSignedIn={onSignedIn}
            onSecondFactor={() => setIsSecondStep(true)}
          />
          <div className={styles.other}>
            <PasskeyButton variant="secondary" signInBy={signInBy} onSignedIn={onSignedIn} />
          </div>
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
    </AuthFrame>
  );
}
