import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import styles from './account-page.module.css';
import { Calendar } from './calendar.tsx';
import { MailReminders } from './mail-reminders.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Reminders } from './reminders.tsx';
import { Sessions } from './sessions.tsx';

interface AccountPageProps {
  user: CurrentUser;
  /** Hears what the server says of the user after a change. */
  onChanged: (user: CurrentUser) => void;
  /** Installs the app, where reminders need that. */
  install: ReactNode;
  logOut: ReactNode;
}

/** The own account: name and address, password, signed-in devices. */
export function AccountPage({ user, onChanged, install, logOut }: AccountPageProps) {
  const { t } = useText();
  const { email, firstName, lastName } = user;
  // Quiet hours are changed for both kinds of reminders: the other card reads them anew.
  const [changes, setChanges] = useState({ here: 0, byMail: 0 });
  return (
    <div className={primitives.page}>
      <PageHead title={t('account.title')}>{t('account.subtitle')}</PageHead>
      <Card title={t('account.profile')}>
        <div className={styles.facts}>
          <Facts>
            <Fact term={t('account.username')}>{user.username}</Fact>
            <Fact term={t('account.role')}>{t(`role.${user.role}`)}</Fact>
          </Facts>
        </div>
        <ProfileForm
          key={[email, firstName, lastName].join()}
          profile={{ email, firstName, lastName }}
          onChanged={onChanged}
        />
      </Card>
      <Card title={t('account.password.title')}>
        <PasswordForm
          username={user.username}
          onChanged={() =>
            showToast({
              title: t('account.password.changed'),
              description: t('account.password.changedDescription'),
            })
          }
        />
      </Card>
      {user.areas.includes('dashboard') && (
        <>
          <Reminders
            key={`device ${changes.byMail}`}
            areas={user.areas}
            install={install}
            onQuietHours={() => setChanges({ ...changes, here: changes.here + 1 })}
          />
          <MailReminders
            key={`mail ${changes.here}`}
            areas={user.areas}
            onQuietHours={() => setChanges({ ...changes, byMail: changes.byMail + 1 })}
          />
          <Calendar />
        </>
      )}
      <Passkeys />
      <Sessions />
      {logOut}
    </div>
  );
}
