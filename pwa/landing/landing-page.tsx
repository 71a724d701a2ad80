import { type ReactNode, useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
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
  /** Handles Logout; without it the link goes to `/api/logout`. */
  onSignOut?: (() => void) | undefined;
  /** The inquiry form, passed in by the page. */
  form: ReactNode;
  /** Placed before the first view. */
  above?: ReactNode;
  /** Placed behind the first view. */
  below?: ReactNode;
}

/** The public page: all sections in order. */
export function LandingPage({ form, above, below, ...header }: LandingPageProps) {
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
        {above}
        <Hero />
        {below}
        <About />
        <Services />
        <Statistics />
        {!publishedSite()?.settings.hidesQuotes && <Testimonials />}
        <CallToAction />
        <ContactSection form={form} />
      </main>
      <SiteFooter />
    </div>
  );
}
