/** The services of the share menu. */
export type ShareTarget = 'linkedin' | 'twitter' | 'facebook' | 'email';

/** Stands for the address while the words around it are encoded. */
export const ADDRESS_HERE = 'ADDRESS-HERE';

/**
 * Where a share leads: the service's own share page, or a draft of an e-mail.
 *
 * @param address the shared address, already percent-encoded: at prerender time it is a placeholder
 *   for the encoded address
 * @param mail subject and words of the e-mail, plain, with ADDRESS_HERE where the address belongs
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
