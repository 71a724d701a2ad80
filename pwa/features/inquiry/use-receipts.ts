import { useCallback, useEffect, useState } from 'react';
import { REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { dropReceipt, type Receipt, readReceipts } from '#pwa/visitor/receipts.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import { isInquiry } from './send-inquiry.ts';

export interface Receipts {
  receipts: readonly Receipt[];
  /** Removes a receipt from this device. */
  drop: (receipt: Receipt) => void;
}

/**
 * The receipts of the inquiries that this device has sent. They go by themselves when the promised time is
 * over: another person may use this device then.
 */
export function useReceipts(): Receipts {
  const [receipts, setReceipts] = useState<readonly Receipt[]>([]);
  const add = useCallback((found: readonly Receipt[]) => {
    const over = found.filter(({ arrivedAt }) => arrivedAt + REPLY_WITHIN < serverNow());
    for (const receipt of over) dropReceipt(receipt).catch(console.error);
    // The newest first: it comes into view. One that is corrected has arrived before.
    setReceipts((known) => {
      const isKnown = (receipt: Receipt) => known.some(({ key }) => key === receipt.key);
      return [...found.filter((each) => !over.includes(each) && !isKnown(each)), ...known];
    });
  }, []);

  useEffect(() => {
    readReceipts().then(add).catch(console.error);
    // Not read from the disk, which may refuse to store it.
    return onSettled((entry, result) => {
      if (result.kind !== 'sent' || !isInquiry(entry) || entry.isShared) return;
      const { key, body } = entry;
      add([{ key, linkToken: body.linkToken ?? undefined, arrivedAt: serverNow() }]);
    });
  }, [add]);

  const drop = useCallback((receipt: Receipt) => {
    dropReceipt(receipt).catch(console.error);
    setReceipts((known) => known.filter(({ key }) => key !== receipt.key));
  }, []);
  return { receipts, drop };
}
