import type { Language } from '#contract/fields/vocabulary.ts';
import { inquiryLinkUrl } from '#contract/paths/inquiry-link-url.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';

/** The address under which a visitor sees, corrects and withdraws an inquiry. */
export function privateLink(language: Language, token: string): string {
  return inquiryLinkUrl(siteSettings().site.replace(/\/$/, ''), language, token);
}
