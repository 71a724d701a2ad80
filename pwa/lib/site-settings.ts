/** What the owner sets about the site and how to reach the agency: no constants of the bundle. */
export interface SiteSettings {
  /** The public site's own address, `https://agency.example/`: never that of the page that is open. */
  site: string;
  /** The same, percent-encoded, as part of another address. */
  siteEncoded: string;
  /** As people write it, e.g. `+34 600 000 000`. */
  phone: string;
  /** Its digits alone, with the country code: what `tel:` and WhatsApp addresses take. */
  phoneDigits: string;
  /** The address of the agency's LinkedIn page. */
  linkedin: string;
}

/** The prerender runs before the owner's settings are known; the server fills these in. */
const PLACEHOLDERS: SiteSettings = {
  site: '%SITE_URL%/',
  siteEncoded: '%SITE_URL_ENCODED%%2F',
  phone: '%CONTACT_PHONE%',
  phoneDigits: '%CONTACT_PHONE_DIGITS%',
  linkedin: '%CONTACT_LINKEDIN%',
};

/** The settings as the document's head states them, or their placeholders while prerendering. */
export function siteSettings(): SiteSettings {
  if (typeof document === 'undefined') return PLACEHOLDERS;
  const site = siteAddress();
  const phone = stated('agency-phone');
  return {
    site,
    siteEncoded: encodeURIComponent(site),
    phone,
    phoneDigits: digitsOf(phone),
    linkedin: stated('agency-linkedin'),
  };
}

/**
 * The agency's e-mail address, or null when the owner has set none. The head holds it in base64, so
 * that it stands in no markup as plain text; call this only after the visitor asked for it.
 */
export function mailAddress(): string | null {
  try {
    const address = atob(stated('agency-mail'));
    return address.includes('@') ? address : null;
  } catch {
    return null;
  }
}

/** What is left of a phone number without `+`, spaces, dashes and brackets. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '');
}

/** The landing page tells it by its canonical link, every other page by a meta of its own. */
function siteAddress(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return `${new URL(canonical ?? stated('agency-site'), location.href).origin}/`;
}

function stated(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
