import { type ReactNode, type RefObject, useEffect } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './place.module.css';

interface PlaceProps {
  /** The fragment of an address that leads to it. */
  id: 'copies' | 'backups';
  place: RefObject<HTMLDivElement | null>;
  className?: string | undefined;
  children: ReactNode;
}

/** A card below others: it is scrolled to, once it is there, for an address that leads to it. */
export function Place({ id, place, className, children }: PlaceProps) {
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [id, place]);
  return (
    <div id={id} ref={place} tabIndex={-1} className={classNames(styles.place, className)}>
      {children}
    </div>
  );
}
