import { useDraggable } from '@dnd-kit/core';
import { Link } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { MinorHint } from '#pwa/features/applications/consent/minor-hint.tsx';
import { FollowUpHint } from '#pwa/features/applications/follow-up/follow-up-hint.tsx';
import { openStatuses } from '#pwa/features/applications/row-sheets-store.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { Age } from '#pwa/ui/age.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { gripIcon } from '#pwa/ui/icons/icons.ts';
import styles from './board.module.css';

interface BoardCardProps {
  application: ApplicationRow;
  /** The picture of a card that is being moved; the card itself stays in its column. */
  isLifted?: boolean;
}

/**
 * One application of the board. A pointer takes it anywhere, keys by its button, which opens the six
 * statuses when it is pressed: for who does not drag.
 */
export function BoardCard({ application, isLifted = false }: BoardCardProps) {
  const { t } = useText();
  const { id, currentClub, position, updatedAt, waiting } = application;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: isLifted ? `lifted ${id}` : id,
    disabled: isLifted,
  });
  const { onKeyDown, ...byPointer } = listeners ?? {};
  const name = applicationDefinition.nameOf(t, application);
  return (
    <article
      ref={setNodeRef}
      className={styles.card}
      data-row
      data-lifted={isLifted || undefined}
      data-taken={isDragging || undefined}
      {...byPointer}
    >
      <Link {...applicationDefinition.linkTo(id)} className={styles.link} draggable={false}>
        {name}
      </Link>
      <div className={styles.facts}>
        <span>{currentClub}</span>
        <span>{position}</span>
      </div>
      <div className={styles.marks}>
        <FollowUpHint application={application} />
        <MinorHint application={application} />
      </div>
      <div className={styles.foot}>
        <WaitingMark waiting={waiting} lane={laneOf('applications', id)}>
          <Age of={updatedAt} />
        </WaitingMark>
        <IconButton
          ref={setActivatorNodeRef}
          icon={gripIcon}
          label={t('board.move', { name })}
          className={styles.grip}
          aria-describedby={attributes['aria-describedby']}
          aria-haspopup="dialog"
          aria-keyshortcuts="S"
          onKeyDown={(event: SyntheticEvent) => onKeyDown?.(event)}
          onClick={({ currentTarget }) => openStatuses(application, currentTarget)}
        />
      </div>
    </article>
  );
}
