import { type ReactNode, useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { About } from './about.tsx';
import { followLink } from './before-react.ts';
import { CallToAction } from './call-to-action.tsx';
import { ContactSection } from './contact-section.tsx';
import { Hero } from './hero.tsx';
import styles from './landing-page.module.css';
import { Services } from './services.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { Statistics } from './statistics.tsx';
import { Testimonials } from './testimonials.tsx';

export interface LandingPageProps {
  signedIn: boolean;
  /** Takes the press on Logout; without it the link leads to `/api/logout` by itself. */
  onSignOut?: (() => void) | undefined;
  /** The inquiry form: another subject, joined by whoever shows the page. */
  form: ReactNode;
}

/** The public page, its sections in the order of §2. */
export function LandingPage({ form, ...header }: LandingPageProps) {
  const { t } = useText();

  useEffect(() => {
    document.addEventListener('click', followLink);
    return () => document.removeEventListener('click', followLink);
  }, []);

  return (
    <div id="top">
      <a href="#about" className={styles.skip}>
        {t('header.skip')}
      </a>
      <SiteHeader {...header} />
      <main>
        <Hero />
        <About />
        <Services />
        <Statistics />
        <Testimonials />
        <CallToAction />
        <ContactSection form={form} />
      </main>
      <SiteFooter />
    </div>
  );
}
