import { useEffect, useState } from 'react';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';

// The rules of all countries: 29 KB that no first screen needs.
const dialNumber = lazyPartAhead(
  async () => (await import('#pwa/lib/text/dial-number.ts')).dialNumber,
);

/**
 * The number of a person as it is dialled from every country; as it was typed until that is known, and if its country
 * is not.
 *
 * @param language in which the person wrote; null if it is not known
 */
export function useDialNumber<Phone extends string | null>(
  phone: Phone,
  language: string | null,
): Phone | string {
  const [known, setKnown] = useState<{ phone: Phone; dialled: string | null }>();

  useEffect(() => {
    if (phone === null) return;
    let left = false;
    dialNumber()
      .then((of) => {
        if (!left) setKnown({ phone, dialled: of(phone, language, siteSettings().phone) });
      })
      .catch(console.error);
    return () => {
      left = true;
    };
  }, [phone, language]);

  return (known?.phone === phone && known.dialled) || phone;
}
