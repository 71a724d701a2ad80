import { useEffect, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { shownLanguages } from '#contract/fields/language.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import { campaignUrl, shortCampaignUrl } from '#pwa/features/campaigns/code/campaign-url.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import { officeTexts } from '#pwa/i18n/office-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { textsIn } from '#pwa/i18n/translate.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { Button } from '#pwa/ui/button.tsx';
import { qrMatrix } from '#pwa/ui/code/draw-qr.ts';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { printIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import {
  Poster,
  type PosterAgent,
  type PosterPart,
  PosterSheet,
  posterAgent,
  posterWords,
} from './poster.tsx';
import styles from './poster-panel.module.css';
import { PAPERS, type Paper, posterSize } from './poster-size.ts';

/** The most characters of a headline or a text: more would not fit beside the smallest codes. */
const LONGEST = 80;

interface Drawn {
  parts: ReadonlyMap<Language, PosterPart>;
  agent: PosterAgent;
}

/** A campaign's poster: its paper, its languages, and what it says in each. */
export function PosterPanel({ campaign }: { campaign: Campaign }) {
  const { t, language: shown } = useText();
  const languages = languagesFor(campaign);
  const poster = usePoster(campaign.id, languages);
  const [paper, setPaper] = useState<Paper>('a4');
  const [chosen, setChosen] = useState<readonly Language[]>(languages.slice(0, 1));
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({});

  if (poster === 'failed') {
    return (
      <Notice tone="red">
        <p role="alert">{t('campaigns.qr.drawFailed')}</p>
      </Notice>
    );
  }
  const parts = languages
    .filter((language) => chosen.includes(language))
    .flatMap((language) => poster?.parts.get(language) ?? [])
    .map((part) => ({
      ...part,
      headline: typed[`${part.language} headline`] ?? part.headline,
      text: typed[`${part.language} text`] ?? part.text,
    }));
  const size =
    parts.length > 0
      ? posterSize(
          paper,
          parts.map(({ matrix }) => matrix),
        )
      : null;
  const sheet = poster &&
    size?.isReadable && {
      paper,
      parts,
      ...poster.agent,
      host: new URL(campaignUrl(campaign)).host,
    };

  return (
    <div className={primitives.stack4}>
      <ChoiceField
        label={t('poster.paper')}
        choices={Object.keys(PAPERS).map((value) => ({ value, label: value.toUpperCase() }))}
        value={paper}
        onChange={({ target }) => setPaper(target.value as Paper)}
      />
      <fieldset className={styles.languages}>
        <legend>{t('poster.languages')}</legend>
        {languages.map((language) => (
          <CheckboxField
            key={language}
            label={ownName(language)}
            lang={language}
            checked={chosen.includes(language)}
            onChange={({ target }) =>
              setChosen(
                target.checked
                  ? [...chosen, language]
                  : chosen.filter((other) => other !== language),
              )
            }
          />
        ))}
      </fieldset>
      {parts.map(({ language, headline, text }) => (
        <fieldset key={language} className={styles.words}>
          <legend>{ownName(language)}</legend>
          {(['headline', 'text'] as const).map((name) => (
            <TextArea
              key={name}
              rows={2}
              label={t(`poster.${name}`)}
              lang={language}
              maxLength={LONGEST}
              autoComplete="off"
              value={name === 'headline' ? headline : text}
              onChange={({ target }) =>
                setTyped({ ...typed, [`${language} ${name}`]: target.value })
              }
            />
          ))}
        </fieldset>
      ))}
      {sheet && (
        <div className={styles.preview}>
          <Poster {...sheet} />
        </div>
      )}
      <p className={primitives.hint} role="status">
        {!size && poster && t('poster.none')}
        {size?.isReadable &&
          t('poster.size', { millimetres: size.edge, metres: formatNumber(shown, size.metres) })}
        {size && !size.isReadable && t('poster.tooSmall', { millimetres: size.edge })}
      </p>
      <Button
        icon={printIcon}
        busy={poster === undefined}
        disabled={!size?.isReadable}
        onClick={() => print()}
      >
        {t('poster.print')}
      </Button>
      {sheet && <PosterSheet name="poster" {...sheet} />}
    </div>
  );
}

/** The languages of the site, that of the campaign first. */
function languagesFor({ defaultLanguage }: Campaign): readonly Language[] {
  const shown = shownLanguages(publishedSite()?.settings.hiddenLanguages);
  return shown.toSorted(
    (one, other) => Number(other === defaultLanguage) - Number(one === defaultLanguage),
  );
}

/** The words of the poster before a person edits them, and its codes. */
function usePoster(id: number, languages: readonly Language[]): Drawn | undefined | 'failed' {
  const [poster, setPoster] = useState<Drawn | 'failed'>();
  const names = languages.join();

  useEffect(() => {
    let isLeft = false;
    async function draw(): Promise<Drawn> {
      const parts = new Map<Language, PosterPart>();
      let agent: PosterAgent | undefined;
      for (const language of names.split(',') as Language[]) {
        const texts = await officeTexts(language);
        const t = textsIn(texts, language);
        const matrix = await qrMatrix(shortCampaignUrl({ id, language }));
        parts.set(language, { language, ...posterWords(t), matrix });
        agent ??= posterAgent(t);
      }
      if (!agent) throw new Error('A site has a language.');
      return { parts, agent };
    }
    draw().then(
      (drawn) => {
        if (!isLeft) setPoster(drawn);
      },
      (error: unknown) => {
        console.error(error);
        if (!isLeft) setPoster('failed');
      },
    );
    return () => {
      isLeft = true;
    };
  }, [id, names]);
  return poster;
}
