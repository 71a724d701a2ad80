import type { CSSProperties } from 'react';
import { SAMPLE_CONTACT } from '#contract/site.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import type { QrMatrix } from '#pwa/ui/code/draw-qr.ts';
import { QrDrawing } from '#pwa/ui/code/qr-drawing.tsx';
import { Mark } from '#pwa/ui/icons/mark.tsx';
import styles from './poster.module.css';
import { PAPERS, type Paper, posterSize } from './poster-size.ts';
import { Printed } from './printed.tsx';

/** What a poster says in one language, beside the code that opens the page in it. */
export interface PosterPart {
  language: string;
  headline: string;
  text: string;
  /** When an answer comes. */
  promise: string;
  matrix: QrMatrix;
}

/** Who stands in the head of a poster, and how to reach them. Empty: not set. */
export interface PosterAgent {
  brand: string;
  licence: string;
  /** The address of the picture. */
  portrait: string;
  phone: string;
}

/** The agent as it is published, in the language of `t`. */
export function posterAgent(t: Translate): PosterAgent {
  const { licence, portrait } = publishedSite()?.settings ?? {};
  const { phone } = siteSettings();
  return {
    brand: t('brand.name'),
    licence: licence ? t('footer.licence', { number: licence }) : '',
    portrait: portrait ? `/portrait/${portrait.id}.jpg` : '',
    phone: phone === SAMPLE_CONTACT.phone ? '' : phone,
  };
}

/** What a poster says in the language of `t`. */
export function posterWords(t: Translate): Pick<PosterPart, 'headline' | 'text' | 'promise'> {
  return {
    headline: t('hero.title'),
    text: t('campaigns.qr.printHint'),
    promise: t('hero.note'),
  };
}

interface PosterProps extends PosterAgent {
  paper: Paper;
  /** One to five. */
  parts: readonly PosterPart[];
  /** The short address for people who do not scan. */
  host: string;
}

/** A poster, as wide as the `--width` of the element around it. For the eye alone: the dialog has its words, too. */
export function Poster({ paper, parts, host, phone, ...agent }: PosterProps) {
  const codes = parts.map(({ matrix }) => matrix);
  const edge = posterSize(paper, codes).edge / PAPERS[paper][0];
  return (
    <div
      className={styles.poster}
      data-parts={parts.length}
      style={{ '--edge': edge } as CSSProperties}
      aria-hidden="true"
    >
      <Head {...agent} />
      <div className={styles.parts}>
        {parts.map(({ language, headline, text, promise, matrix }) => (
          <div key={language} className={styles.part} lang={language}>
            <QrDrawing matrix={matrix} className={styles.code} />
            <div className={styles.words}>
              <p className={styles.headline}>{headline}</p>
              <p className={styles.text}>{text}</p>
              <p className={styles.promise}>{promise}</p>
            </div>
          </div>
        ))}
      </div>
      <p className={styles.host}>{phone ? `${host} · ${phone}` : host}</p>
    </div>
  );
}

function Head({ brand, licence, portrait }: Omit<PosterAgent, 'phone'>) {
  return (
    <div className={styles.head}>
      {portrait && (
        <img
          src={portrait}
          alt=""
          className={styles.portrait}
          // Without a signal a poster goes without it.
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
      <div className={styles.agent}>
        <p className={styles.brand}>{brand}</p>
        {licence && <p className={styles.licence}>{licence}</p>}
      </div>
      <Mark className={styles.mark} />
    </div>
  );
}

/** The printed poster. */
export function PosterSheet({ name, ...poster }: PosterProps & { name: string }) {
  const paper = PAPERS[poster.paper];
  return (
    <Printed name={name} paper={paper} margin={0}>
      <div data-paper={poster.paper} style={{ '--width': `${paper[0]}mm` } as CSSProperties}>
        <Poster {...poster} />
      </div>
    </Printed>
  );
}
