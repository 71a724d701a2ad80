import { useEffect, useRef } from 'react';
import type { Application } from '#contract/applications.ts';
import { STATUSES, type Status } from '#contract/fields/vocabulary.ts';
import { useChooseStatus } from '#pwa/features/applications/status/use-choose-status.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { followSwipe, type SwipeActs } from '#pwa/records/follow-swipe.ts';
import { toneClass } from '#pwa/ui/badge.tsx';
import { openSheet } from './row-sheets-store.ts';
import { lookOf } from './status/status-mark.tsx';
import styles from './swipe-rows.module.css';

const CLASSES = { behind: styles.behind, back: styles.back };

/** Swipes on the rows: to the right the next status, to the left a note and the follow-up day. */
export function SwipeRows({ rows }: { rows: readonly ApplicationRow[] }) {
  const { t } = useText();
  const choose = useChooseStatus();

  const actsOf: SwipeActs = (row) => {
    const application = rows.find(({ id }) => id === row.dataset.id);
    if (!application) return { right: null, left: null };
    const next = nextStatus(application.status);
    return {
      right: next && {
        label: t(`statusShort.${next}`),
        tone: toneClass(lookOf(next).tone),
        act: () => void choose(application, next),
      },
      left: {
        label: t('applicationDetail.note'),
        tone: toneClass('neutral'),
        act: () => openSheet('note', application),
      },
    };
  };

  const latest = useRef(actsOf);
  useEffect(() => {
    latest.current = actsOf;
  });
  useEffect(() => followSwipe((row) => latest.current(row), CLASSES), []);
  return null;
}

/** The way of an application to its goal; a rejected one is not on it. */
const WAY: readonly string[] = STATUSES.filter((status) => status !== 'rejected');

/** The status that usually follows; null after the last one. */
export function nextStatus(status: Application['status']): Status | null {
  const at = WAY.indexOf(status);
  return at < 0 ? null : ((WAY[at + 1] as Status | undefined) ?? null);
}
