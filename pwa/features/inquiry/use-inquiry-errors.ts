import { type RefObject, useEffect, useState } from 'react';
import type { InquiryErrors } from './inquiry-text.ts';

/** The errors at the fields of the form. After every refusal the first wrong field gets the focus. */
export function useInquiryErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<InquiryErrors>({});
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    const wrong = refusals > 0 && form.current?.querySelector('[aria-invalid=true]');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [refusals, form]);

  return {
    errors,
    /** Shows these errors and moves the focus. */
    refuse(wrong: InquiryErrors): void {
      setErrors(wrong);
      setRefusals((count) => count + 1);
    },
    /** Updates the errors on screen: errors that are not in `left` disappear, none is added. */
    keepErrors(left: InquiryErrors): void {
      setErrors((shown) =>
        Object.fromEntries(Object.entries(left).filter(([name]) => name in shown)),
      );
    },
  };
}
