/** The services of the share menu. */
export type ShareTarget = 'linkedin' | 'twitter' | 'facebook' | 'email';

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
