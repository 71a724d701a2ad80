import { type ReactNode, useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { About } from '#pwa/landing/sections/about.tsx';
import { CallToAction } from '#pwa/landing/sections/call-to-action.tsx';
import { ContactSection } from '#pwa/landing/sections/contact-section.tsx';
import { Hero } from '#pwa/landing/sections/hero.tsx';
import { Players } from '#pwa/landing/sections/players.tsx';
import { Services } from '#pwa/landing/sections/services.tsx';
import { Statistics } from '#pwa/landing/sections/statistics.tsx';
import { Testimonials } from '#pwa/landing/sections/testimonials.tsx';
import { followLink } from './before-react.ts';
import styles from './landing-page.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

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
      <a href="#about" className={`visually-hidden ${styles.skip}`}>
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
        <Players />
        <Testimonials />
        <CallToAction />
        <ContactSection form={form} />
      </main>
      <SiteFooter />
    </div>
  );
}
