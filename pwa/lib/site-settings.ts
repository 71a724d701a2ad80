/** The owner's settings of the site; the server fills them in, the bundle has none. */
export interface SiteSettings {
  /** The public site's address, `https://agency.example/`, whatever page is open. */
  site: string;
  /** The same, percent-encoded. */
  siteEncoded: string;
  /** As written for people, e.g. `+34 600 000 000`. */
  phone: string;
  /** Digits only, with the country code, for `tel:` and WhatsApp links. */
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

/** The settings in the document's head, or placeholders while prerendering. */
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
 * The agency's e-mail address, or null if the owner has set none. The head has it in base64, never as
 * plain text in the markup; call this only after the visitor asked for it.
 */
export function mailAddress(): string | null {
  try {
    const address = atob(stated('agency-mail'));
    return address.includes('@') ? address : null;
  } catch {
    return null;
  }
}

/** A phone number without `+`, spaces, dashes and brackets. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '');
}

/** From the canonical link of the landing page, or from a meta element of every other page. */
function siteAddress(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return `${new URL(canonical ?? stated('agency-site'), location.href).origin}/`;
}

function stated(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
