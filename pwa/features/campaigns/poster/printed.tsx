import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-sheet.module.css';

interface PrintedProps {
  /** What the sheet is, for the tests. */
  name: string;
  /** Width and height of its paper, in mm. */
  paper: readonly [width: number, height: number];
  /** In mm. */
  margin: number;
  children: ReactNode;
}

/** A printed page: while it is mounted nothing else of the page is printed. It is not on the screen. */
export function Printed({ name, paper: [width, height], margin, children }: PrintedProps) {
  return createPortal(
    <div className={styles.sheet} data-print-sheet={name} aria-hidden="true">
      <style>{`@page { size: ${width}mm ${height}mm; margin: ${margin}mm }`}</style>
      {children}
    </div>,
    document.body,
  );
}
