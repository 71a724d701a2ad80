import { useEffect, useMemo, useState } from 'react';
import { numbersIn, type TypedNumber } from '#contract/values/phone.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';

// The rules of all countries: 29 KB that no first screen needs.
const dialNumber = lazyPartAhead(
  async () => (await import('#pwa/lib/text/dial-number.ts')).dialNumber,
);

/**
 * The numbers of a person, each as it is dialled from every country; as within its country until that is known, and
 * if its country is not.
 *
 * @param phone as it was typed
 * @param language in which the person wrote; null if it is not known
 */
export function useDialNumbers(phone: string | null, language: string | null): TypedNumber[] {
  const numbers = useMemo(() => numbersIn(phone ?? ''), [phone]);
  const [known, setKnown] = useState({ numbers, dialled: numbers });

  useEffect(() => {
    if (numbers.length === 0) return;
    let left = false;
    dialNumber()
      .then((of) => {
        const own = siteSettings().phone;
        const dialled = numbers.map((one) => ({
          ...one,
          number: of(one.number, language, own) ?? one.number,
        }));
        if (!left) setKnown({ numbers, dialled });
      })
      .catch(console.error);
    return () => {
      left = true;
    };
  }, [numbers, language]);

  return known.numbers === numbers ? known.dialled : numbers;
}
