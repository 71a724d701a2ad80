import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useId, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { StatusMark } from '#pwa/features/applications/status/status-mark.tsx';
import { useChooseStatus } from '#pwa/features/applications/status/use-choose-status.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './board.module.css';
import { BoardCard } from './board-card.tsx';

type AnyStatus = Application['status'];

/** Enter opens the statuses instead. */
const KEYS = { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] };
const MOUSE = { activationConstraint: { distance: 6 } };
/** A finger that moves at once scrolls. */
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };
/** Where the corner of a card stands in its column, in pixels. */
const CORNER = { x: 8, y: 56 };
const STEPS: Record<string, number> = { [KeyboardCode.Left]: -1, [KeyboardCode.Right]: 1 };

/** The arrows to the left and right lead a lifted card from column to column. */
const besideColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  if (event.code.startsWith('Arrow')) event.preventDefault();
  const step = STEPS[event.code];
  if (step === undefined) return undefined;
  const columns = [...context.droppableRects].sort(([, a], [, b]) => a.left - b.left);
  const at = columns.findIndex(([id]) => id === context.over?.id);
  const [, column] = columns[at + step] ?? [];
  return column ? { x: column.left + CORNER.x, y: column.top + CORNER.y } : currentCoordinates;
};
const BY_KEYS = { coordinateGetter: besideColumn, keyboardCodes: KEYS };

interface BoardProps {
  /** In the order of the cards within a column. */
  rows: readonly ApplicationRow[];
}

/** Applications as cards in a column for each status; a mouse, a finger or keys move a card. */
export function Board({ rows }: BoardProps) {
  const choose = useChooseStatus();
  const [taken, setTaken] = useState<ApplicationRow | null>(null);
  // Until the mirror shows it.
  const [moved, setMoved] = useState<{ id: string; from: AnyStatus; to: AnyStatus } | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, BY_KEYS),
  );
  if (moved && rows.find(({ id }) => id === moved.id)?.status !== moved.from) setMoved(null);
  const columns = columnsOf(rows, ({ id, status }) => (moved?.id === id ? moved.to : status));

  function drop(target: string | undefined): void {
    const to = STATUSES.find((status) => status === target);
    if (taken && to && to !== taken.status) {
      setMoved({ id: taken.id, from: taken.status, to });
      void choose(taken, to).then((isSaved) => !isSaved && setMoved(null));
    }
    setTaken(null);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      accessibility={useSpoken(rows)}
      onDragStart={({ active }) => setTaken(rows.find(({ id }) => id === active.id) ?? null)}
      onDragEnd={({ over }) => drop(over?.id.toString())}
      onDragCancel={() => setTaken(null)}
    >
      <div className={styles.board}>
        {[...columns].map(([status, cards]) => (
          <BoardColumn key={status} status={status} rows={cards} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {taken && <BoardCard application={taken} isLifted />}
      </DragOverlay>
    </DndContext>
  );
}

/** Under the pointer, or the column in which keys have put the card. */
const columnUnder: CollisionDetection = (state) =>
  state.pointerCoordinates ? pointerWithin(state) : rectIntersection(state);

/** A column for each status, after them one for each that only a newer server knows. */
function columnsOf(
  rows: readonly ApplicationRow[],
  statusOf: (row: ApplicationRow) => AnyStatus,
): Map<AnyStatus, ApplicationRow[]> {
  const columns = new Map<AnyStatus, ApplicationRow[]>(STATUSES.map((status) => [status, []]));
  for (const row of rows) {
    const status = statusOf(row);
    const cards = columns.get(status);
    if (cards) cards.push(row);
    else columns.set(status, [row]);
  }
  return columns;
}

/** What a screen reader says while a card is moved. */
function useSpoken(rows: readonly ApplicationRow[]) {
  const { t } = useText();
  const rowOf = ({ id }: Active) => rows.find((row) => row.id === id);
  const spoken = (row: ApplicationRow | undefined, end: 'lifted' | 'dropped', status?: string) =>
    row &&
    t(`board.${end}`, {
      name: applicationDefinition.nameOf(t, row),
      status: wordText(t, 'status', status ?? row.status),
    });
  const cancelled = (row: ApplicationRow | undefined) =>
    row && t('board.cancelled', { name: applicationDefinition.nameOf(t, row) });

  const announcements: Announcements = {
    onDragStart: ({ active }) => spoken(rowOf(active), 'lifted'),
    onDragOver: ({ active, over }) => {
      const row = rowOf(active);
      if (over?.id === row?.status) return spoken(row, 'lifted');
      return over ? t('board.over', { status: wordText(t, 'status', `${over.id}`) }) : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? spoken(rowOf(active), 'dropped', `${over.id}`) : cancelled(rowOf(active)),
    onDragCancel: ({ active }) => cancelled(rowOf(active)),
  };
  return { announcements, screenReaderInstructions: { draggable: t('board.keys') } };
}

/** Cards that a column shows, and adds when asked for more. */
const PART = 40;

interface BoardColumnProps {
  status: Application['status'];
  rows: readonly ApplicationRow[];
}

/** The applications of one status; a card dropped here gets it. */
function BoardColumn({ status, rows }: BoardColumnProps) {
  const { t, language } = useText();
  const heading = useId();
  const [shown, setShown] = useState(PART);
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const more = Math.min(PART, rows.length - shown);
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      data-column
      data-over={isOver || undefined}
      aria-labelledby={heading}
    >
      <h2 id={heading} className={styles.head}>
        <StatusMark status={status} />
        <span className={styles.status}>{wordText(t, 'statusShort', status)}</span>
        <span className={styles.count}>{formatNumber(language, rows.length)}</span>
      </h2>
      <div className={styles.scroll}>
        <ul className={styles.cards} aria-labelledby={heading}>
          {rows.slice(0, shown).map((row) => (
            <li key={row.id}>
              <BoardCard application={row} />
            </li>
          ))}
        </ul>
        {more > 0 && (
          <Button variant="quiet" onClick={() => setShown(shown + PART)}>
            {t('board.more', { count: more })}
          </Button>
        )}
      </div>
    </section>
  );
}
