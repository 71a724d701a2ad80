import { useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon, type IconShape } from '#pwa/ui/icon.tsx';
import {
  checkIcon,
  facebookIcon,
  linkedinIcon,
  linkIcon,
  mailIcon,
  shareIcon,
  twitterIcon,
} from '#pwa/ui/icons.ts';
import { showToast } from '#pwa/ui/toast-store.ts';
import { ADDRESS_HERE, type ShareTarget, shareLink } from './share-links.ts';
import styles from './share-menu.module.css';

const MENU = 'share-menu';
/** How long the confirmation stands (§9). */
const CONFIRMED_FOR = 2_000;

const TARGETS = Object.entries({
  linkedin: linkedinIcon,
  twitter: twitterIcon,
  facebook: facebookIcon,
  email: mailIcon,
} satisfies Record<ShareTarget, IconShape>) as [ShareTarget, IconShape][];

interface ShareMenuProps {
  /** Classes that move button and menu elsewhere than the lower corner. */
  place?: { button: string | undefined; menu: string | undefined };
}

/**
 * The floating share button with its menu and the agency's social link (§1, S-01 to S-05). It stands
 * on every page and always shares the public site, without a campaign and never a record.
 * The menu is a popover of links, so that it works before React is there.
 */
export function ShareMenu({ place }: ShareMenuProps) {
  const { t } = useText();
  const { siteEncoded, linkedin } = siteSettings();
  const mail = { subject: t('share.subject'), text: t('share.text', { url: ADDRESS_HERE }) };
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={t('share.open')}
        className={classNames(styles.open, place?.button)}
      >
        <Icon shape={shareIcon} />
      </button>
      <section
        id={MENU}
        popover="auto"
        aria-label={t('share.title')}
        className={classNames(styles.menu, place?.menu)}
      >
        <p className={styles.title}>{t('share.title')}</p>
        {TARGETS.map(([target, shape]) => (
          <a
            key={target}
            href={shareLink(target, siteEncoded, mail)}
            className={styles.target}
            {...(target !== 'email' && { target: '_blank', rel: 'noopener' })}
          >
            <Icon shape={shape} />
            {t(`share.${target}`)}
          </a>
        ))}
        <CopyLink />
        <a href={linkedin} rel="me" className={styles.social}>
          {t('contact.social.follow', { network: 'LinkedIn' })}
        </a>
      </section>
    </>
  );
}

/** Puts the site's address on the clipboard and says so for two seconds (S-04). */
function CopyLink() {
  const { t } = useText();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    const { site } = siteSettings();
    try {
      await navigator.clipboard.writeText(site);
      setCopied(true);
    } catch (error) {
      console.error(error);
      showToast({
        title: t('share.copyFailed'),
        description: t('share.copyFailedDescription', { url: site }),
        kind: 'destructive',
      });
    }
  }

  return (
    <button type="button" onClick={() => void copy()} className={styles.target}>
      <Icon shape={copied ? checkIcon : linkIcon} />
      <span aria-live="polite">{copied ? t('share.copied') : t('share.copy')}</span>
    </button>
  );
}
