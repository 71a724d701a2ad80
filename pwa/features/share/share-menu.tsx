import { useText } from '#pwa/i18n/text-context.tsx';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import {
  checkIcon,
  facebookIcon,
  linkedinIcon,
  linkIcon,
  mailIcon,
  shareIcon,
  twitterIcon,
} from '#pwa/ui/icons/site-icons.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import popover from '#pwa/ui/windows/popover-menu.module.css';
import { useConfirmation } from '#pwa/ui/windows/use-confirmation.ts';
import styles from './share-menu.module.css';

const MENU = 'share-menu';

const TARGETS = Object.entries({
  linkedin: linkedinIcon,
  twitter: twitterIcon,
  facebook: facebookIcon,
  email: mailIcon,
} satisfies Record<ShareTarget, IconShape>) as [ShareTarget, IconShape][];

interface ShareMenuProps {
  /** Classes that move button and menu out of the lower corner. */
  place?: { button: string | undefined; menu: string | undefined };
  /** True on a page without scripts: copying needs one. */
  isStatic?: boolean;
}

/**
 * The share button with its menu and the agency's social link: it floats in the lower corner, on phones in the
 * header, where it covers nothing. It always shares the public site without a campaign, never the open record.
 * The menu is a popover of links: it works before React has loaded.
 */
export function ShareMenu({ place, isStatic = false }: ShareMenuProps) {
  const { t } = useText();
  const { siteEncoded, linkedin } = siteSettings();
  const mail = { subject: t('share.subject'), text: t('share.text', { url: ADDRESS_HERE }) };
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={t('share.open')}
        className={classNames(styles.open, place ? place.button : styles.floating)}
      >
        <Icon shape={shareIcon} />
      </button>
      <section
        id={MENU}
        popover="auto"
        aria-label={t('share.title')}
        className={classNames(popover.menu, styles.menu, place ? place.menu : styles.floatingMenu)}
      >
        <p className={styles.title}>{t('share.title')}</p>
        {TARGETS.map(([target, shape]) => (
          <a
            key={target}
            href={shareLink(target, siteEncoded, mail)}
            className={classNames(popover.link, styles.target)}
            {...(target !== 'email' && { target: '_blank', rel: 'noopener' })}
          >
            <Icon shape={shape} />
            {t(`share.${target}`)}
          </a>
        ))}
        {!isStatic && <CopyLink />}
        <a href={linkedin} rel="me" className={classNames(popover.link, styles.social)}>
          {t('contact.social.follow', { network: 'LinkedIn' })}
        </a>
      </section>
    </>
  );
}

/** Copies the site's address and confirms it for two seconds. */
function CopyLink() {
  const { t } = useText();
  const { isConfirmed: isCopied, confirm } = useConfirmation();

  async function copy(): Promise<void> {
    const { site } = siteSettings();
    try {
      await navigator.clipboard.writeText(site);
      confirm();
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
    <button
      type="button"
      onClick={() => void copy()}
      className={classNames(popover.link, styles.target)}
    >
      <Icon shape={isCopied ? checkIcon : linkIcon} />
      <span aria-live="polite">{isCopied ? t('share.copied') : t('share.copy')}</span>
    </button>
  );
}

/** The services of the share menu. */
type ShareTarget = 'linkedin' | 'twitter' | 'facebook' | 'email';

/** A placeholder for the address while the text around it is encoded. */
export const ADDRESS_HERE = 'ADDRESS-HERE';

/**
 * The link of a share target: the service's share page, or an e-mail draft.
 *
 * @param address the shared address, percent-encoded; a placeholder for it while prerendering
 * @param mail subject and text of the e-mail, not encoded, with ADDRESS_HERE for the address
 */
export function shareLink(
  target: ShareTarget,
  address: string,
  mail: { subject: string; text: string },
): string {
  switch (target) {
    case 'linkedin':
      return `https://www.linkedin.com/sharing/share-offsite/?url=${address}`;
    case 'twitter':
      return `https://twitter.com/intent/tweet?url=${address}`;
    case 'facebook':
      return `https://www.facebook.com/sharer/sharer.php?u=${address}`;
    case 'email': {
      const body = encodeURIComponent(mail.text).replace(ADDRESS_HERE, () => address);
      return `mailto:?subject=${encodeURIComponent(mail.subject)}&body=${body}`;
    }
  }
}
