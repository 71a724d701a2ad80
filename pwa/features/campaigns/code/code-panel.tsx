import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Campaign } from '#contract/campaigns.ts';
import { LabelSheet } from '#pwa/features/campaigns/poster/label-sheet.tsx';
import { PosterSheet, posterAgent, posterWords } from '#pwa/features/campaigns/poster/poster.tsx';
import { StandBar } from '#pwa/features/campaigns/stand/stand-bar.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useTextIn } from '#pwa/i18n/use-text-in.ts';
import { download } from '#pwa/lib/text/download.ts';
import { campaignFileName } from '#pwa/lib/text/slug.ts';
import { Unfold } from '#pwa/ui/bar-chart.tsx';
import { Button } from '#pwa/ui/button.tsx';
import {
  drawQr,
  exactWidth,
  printedMillimetres,
  type QrMatrix,
  QUIET_ZONE,
  qrMatrix,
  qrPath,
} from '#pwa/ui/code/draw-qr.ts';
import { QrCode } from '#pwa/ui/code/qr-code.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import { expandIcon, printIcon } from '#pwa/ui/icons/icons.ts';
import { downloadIcon, shareIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { shortCampaignUrl } from './campaign-url.ts';
import styles from './code-panel.module.css';
import { FullScreenCode } from './full-screen-code.tsx';

interface CodePanelProps {
  campaign: Campaign;
  url: string;
  /** Set where the code fills the screen at first: called when it is left. */
  onFullScreenLeft: (() => void) | undefined;
}

/** The code at 250 px, to show, share, download and print. The code says itself if it cannot be drawn. */
export function CodePanel(props: CodePanelProps) {
  const { campaign, url } = props;
  const { t } = useText();
  const short = shortCampaignUrl({ id: campaign.id, language: null });
  const code = useCodeFiles(url, short);

  return (
    <div className={styles.panel}>
      <QrCode text={url} width={250} label={t('campaigns.card.code', { name: campaign.name })} />
      {code && <Offer {...props} code={code} />}
    </div>
  );
}

/** One code on a poster of A4, or as many small ones as a page holds. */
type PrintLayout = 'large' | 'small';

/** Null until the files are made, and if they cannot be made. */
function useCodeFiles(url: string, short: string): CodeFiles | null {
  const [code, setCode] = useState<CodeFiles | null>(null);

  useEffect(() => {
    let left = false;
    codeFiles(url, short).then((made) => {
      if (!left) setCode(made);
    }, console.error);
    return () => {
      left = true;
    };
  }, [url, short]);
  return code;
}

function Offer({ campaign, url, onFullScreenLeft, code }: CodePanelProps & { code: CodeFiles }) {
  const { t } = useText();
  const { name, defaultLanguage: language } = campaign;
  const printed = useTextIn(language);
  const [layout, setLayout] = useState<PrintLayout>('large');
  const [isShareFailed, setShareFailed] = useState(false);
  const [isFullScreen, setFullScreen] = useState(onFullScreenLeft !== undefined);
  const { host } = new URL(url);
  const millimetres = printedMillimetres(code.matrix);
  // The campaign's name is for the agent; who gets the picture does not read it.
  const picture = new File([code.png], 'qr-code.png', { type: 'image/png' });
  const canShare = navigator.canShare?.({ files: [picture] }) === true;

  async function share(): Promise<void> {
    setShareFailed(false);
    try {
      await navigator.share({ files: [picture], url });
    } catch (error) {
      // The person may close the system's own sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setShareFailed(true);
    }
  }

  function printAs(next: PrintLayout): void {
    // The browser prints the page as it stands when print() is called.
    flushSync(() => setLayout(next));
    print();
  }

  const shareFailed = isShareFailed && (
    <Notice tone="red">
      <p role="alert">{t('campaigns.qr.shareFailed')}</p>
    </Notice>
  );

  return (
    <>
      <p className={styles.minimum}>{t('campaigns.qr.minimumSize', { millimetres })}</p>
      {!isFullScreen && shareFailed}
      <div className={styles.actions}>
        <Button icon={expandIcon} busy={printed === undefined} onClick={() => setFullScreen(true)}>
          {t('campaigns.qr.fullScreen')}
        </Button>
        <CopyButton text={url} variant="secondary" />
        {canShare && (
          <Button variant="secondary" icon={shareIcon} onClick={() => void share()}>
            {t('campaigns.qr.share')}
          </Button>
        )}
        <Button
          variant="secondary"
          icon={downloadIcon}
          onClick={() => void download(code.png, campaignFileName(name, 'png'))}
        >
          {t('campaigns.qr.download')}
        </Button>
        <Unfold summary={t('navigation.more')}>
          <div className={primitives.stack2}>
            <Button
              variant="secondary"
              icon={downloadIcon}
              onClick={() => void download(code.svg, campaignFileName(name, 'svg'))}
            >
              {t('campaigns.qr.downloadSvg')}
            </Button>
            <Button
              variant="secondary"
              icon={printIcon}
              busy={printed === undefined}
              onClick={() => printAs('large')}
            >
              {t('campaigns.qr.printLarge')}
            </Button>
            <Button
              variant="secondary"
              icon={printIcon}
              busy={printed === undefined}
              onClick={() => printAs('small')}
            >
              {t('campaigns.qr.printSmall')}
            </Button>
          </div>
        </Unfold>
      </div>
      {printed && isFullScreen && (
        <FullScreenCode
          printed={printed}
          language={language}
          url={url}
          matrix={code.matrix}
          onClose={onFullScreenLeft ?? (() => setFullScreen(false))}
        >
          <div className={primitives.stack2}>
            {shareFailed}
            <div className={styles.pass}>
              {canShare && (
                <Button variant="secondary" icon={shareIcon} onClick={() => void share()}>
                  {t('campaigns.qr.share')}
                </Button>
              )}
              <CopyButton text={url} variant="secondary" />
              <Button variant="secondary" icon={printIcon} onClick={() => printAs('large')}>
                {t('campaigns.qr.print')}
              </Button>
            </div>
            <StandBar campaign={campaign} />
          </div>
        </FullScreenCode>
      )}
      {printed && layout === 'large' && (
        <PosterSheet
          name="large"
          paper="a4"
          parts={[{ language, ...posterWords(printed), matrix: code.printed }]}
          {...posterAgent(printed)}
          host={host}
        />
      )}
      {printed && layout === 'small' && (
        <LabelSheet brand={printed('brand.name')} host={host} matrix={code.printed} />
      )}
    </>
  );
}

/** A code as modules, and as the files that are downloaded. */
interface CodeFiles {
  matrix: QrMatrix;
  /** Of the short address: larger modules, which phones read from farther. */
  printed: QrMatrix;
  png: Blob;
  svg: Blob;
}

/** The least width of a PNG for print, in pixels. */
const LEAST_PIXELS = 1024;

/**
 * The files of a code. Throws RangeError if the text is too long for a code, and Error if the browser cannot draw it.
 */
async function codeFiles(text: string, short: string): Promise<CodeFiles> {
  const [matrix, printed] = await Promise.all([qrMatrix(text), qrMatrix(short)]);
  return { matrix, printed, png: await pngOf(matrix), svg: svgOf(matrix) };
}

/** At least 1024 pixels wide, with whole pixels per module and the quiet zone inside. */
function pngOf(matrix: QrMatrix): Promise<Blob> {
  const canvas = document.createElement('canvas');
  drawQr(canvas, matrix, { width: exactWidth(matrix, LEAST_PIXELS), quiet: true });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not write a PNG.'));
    }, 'image/png');
  });
}

/** As large as the PNG by default. */
function svgOf(matrix: QrMatrix): Blob {
  const across = matrix.size + 2 * QUIET_ZONE;
  const width = exactWidth(matrix, LEAST_PIXELS);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}"`,
    ` viewBox="0 0 ${across} ${across}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${across}v${across}H0z"/>`,
    `<path fill="#000" d="${qrPath(matrix)}"/></svg>`,
  ].join('');
  return new Blob([svg], { type: 'image/svg+xml' });
}
