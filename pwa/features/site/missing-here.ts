import { type Contact, missingOf, NO_CONTENT, type SiteSettings } from '#contract/site.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { mailAddress, siteSettings } from '#pwa/lib/site-settings.ts';

/** What the public site still lacks. By default as this page's document has it. */
export function missingHere(
  settings: SiteSettings = { ...NO_CONTENT.settings, ...publishedSite()?.settings },
): ReturnType<typeof missingOf> {
  return missingOf(settings, contactShown());
}

/** The contact data that visitors see where nothing is published. */
export function contactShown(): Contact {
  const { phone, linkedin } = siteSettings();
  return { phone, linkedin, email: mailAddress() ?? '' };
}
