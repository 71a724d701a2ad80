import { type Contact, missingOf } from '#contract/site.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { mailAddress, siteSettings } from '#pwa/lib/site-settings.ts';

/** What the public site still lacks. By default as this page's document has it. */
export function missingHere(
  settings: Parameters<typeof missingOf>[0] = publishedSite()?.settings ?? {},
): ReturnType<typeof missingOf> {
  return missingOf(settings, contactShown());
}

/** The contact data that visitors see where nothing is published. */
export function contactShown(): Contact {
  const { phone, linkedin } = siteSettings();
  return { phone, linkedin, email: mailAddress() ?? '' };
}
