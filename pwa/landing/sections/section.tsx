import type { ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './section.module.css';

export interface SectionProps {
  /** The anchor of the section; its heading carries `<id>-title`. */
  id: string;
  /** `plain` is chalk, `sunken` a shade lower, `pitch` the green band, `leather` the warm one. */
  tone?: 'plain' | 'sunken' | 'pitch' | 'leather';
  className?: string | undefined;
  /** Drawn behind the content, over the whole width. */
  motif?: ReactNode;
  children: ReactNode;
}

/** One band of the landing page, named by its heading, with the page's margins inside. */
export function Section({ id, tone = 'plain', className, motif, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames(styles.section, styles[tone])}
    >
      {motif}
      <div className={classNames(styles.inner, className)}>{children}</div>
    </section>
  );
}
