import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import * as v from 'valibot';
import { RULE_BOUNDS, RULES } from '#contract/deadlines/rules.ts';
import { newId } from '#contract/fields/ids.ts';
import { shownLanguages } from '#contract/fields/language.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import {
  type Contact,
  HEROES,
  LEGAL_FIELDS,
  type Mark,
  NO_CONTENT,
  Portrait,
  type ShownPlayer,
  type SiteField,
  SiteSettings,
  type SiteVersionContent,
  storeMark,
  storePortrait,
} from '#contract/site.ts';
import { cleanText, marksIn } from '#contract/values/clean-text.ts';
import { COUNTRY_CODES } from '#contract/values/countries.ts';
import { markedSettings } from '#contract/values/marked-texts.ts';
import { call } from '#pwa/api/call.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { FIGURES } from '#pwa/i18n/published-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { textsWithOtherNumbers } from '#pwa/lib/text/other-numbers.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { Field } from '#pwa/ui/fields/field.tsx';
import { readTyped, type TypedShape, useTypedValues } from '#pwa/ui/fields/use-typed-values.ts';
import { infoIcon, offlineIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { ThumbBar } from '#pwa/ui/screen/thumb-bar.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { CountriesField } from './countries-field.tsx';
import { HeroField } from './hero-field.tsx';
import { MarkField } from './mark-field.tsx';
import type { MarkDraft } from './mark-picture.ts';
import { contactShown, missingHere } from './missing-here.ts';
import { type Croppings, PictureField } from './picture-field.tsx';
import { type PlayerDraft, PlayersCard } from './players-card.tsx';
import { blobOf, type PortraitDraft } from './portrait-picture.ts';
import { publishContent } from './publish-content.ts';
import { QuotesCard } from './quotes-card.tsx';
import { replaced } from './replaced.ts';
import { RulesCard } from './rules-card.tsx';
import styles from './site-page.module.css';
import { WindowsCard } from './windows-card.tsx';

const GROUPS = {
  agent: ['name', 'city', 'licence', 'licenceLink'],
  contact: ['phone', 'whatsapp', 'email'],
  social: ['linkedin', 'twitter', 'facebook'],
  figures: [
    'players',
    'playersSource',
    'experience',
    'experienceSource',
    'countries',
    'countriesSource',
    'contracts',
    'contractsSource',
  ],
  legal: LEGAL_FIELDS,
} as const satisfies Record<string, readonly SiteField[]>;
type Shown = (typeof GROUPS)[keyof typeof GROUPS][number];

const TYPES: Partial<Record<Shown, 'url' | 'tel' | 'email' | 'number'>> = {
  licenceLink: 'url',
  linkedin: 'url',
  twitter: 'url',
  facebook: 'url',
  playersSource: 'url',
  experienceSource: 'url',
  countriesSource: 'url',
  contractsSource: 'url',
  phone: 'tel',
  whatsapp: 'tel',
  email: 'email',
  logDays: 'number',
};
/** The name of the field of the agent's own picture. */
const PORTRAIT = 'portrait';
/** The texts that stand in the place of fields that are not set. */
const TEXT_OF: Partial<Record<Shown, TextKey>> = {
  name: 'brand.name',
  city: 'contact.location.place',
  players: 'statistics.players.value',
  experience: 'statistics.experience.value',
  countries: 'statistics.countries.value',
  contracts: 'statistics.contracts.value',
};

interface SettingsFormProps {
  current: SiteVersionContent | null;
  userId: number;
  /** Called after a publication, and after a refused one, because another admin may have published. */
  onPublished: () => void;
}

/** The published settings, to change and publish. Edits stay on this device until then. */
export function SettingsForm({ current, userId, onPublished }: SettingsFormProps) {
  const { t, language } = useText();
  const store = useTextStore();
  const isOffline = useIsOffline();
  const form = useRef<HTMLFormElement>(null);
  const { settings, texts } = current?.content ?? NO_CONTENT;
  const { typed, change, drop } = useTypedValues(userId, DRAFT);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const { busy, attempt } = useAttempt('site.notPublished');
  const [publications, setPublications] = useState(0);
  const croppings: Croppings = useRef(new Map());
  const values = { ...settings, ...typed };
  // A copy that an older release stored on this device has none.
  const players: readonly PlayerDraft[] = values.shownPlayers ?? [];
  const changes = Object.entries(typed).filter(
    ([name, value]) =>
      JSON.stringify(settings[name as keyof SiteSettings]) !== JSON.stringify(value),
  );
  const marked = markedSettings(values);
  const missing = missingHere(settings);
  const figures = FIGURES.map((name) => values[name] || (shownFor(name) ?? ''));
  const others = textsWithOtherNumbers({ settings: values, texts }, () => figures);
  useReportDirty(changes.length > 0);

  function discard(): void {
    drop(() => true);
    setWrong(new Set());
    showToast({
      title: t('site.discarded'),
      action: {
        label: t('sync.undo'),
        // Edits made since then stay.
        onPress: () => change({ ...typed, ...readTyped(userId, DRAFT) }),
      },
    });
  }

  async function publish(event: FormEvent): Promise<void> {
    event.preventDefault();
    const checked = v.safeParse(SiteSettings, values);
    const names = (checked.issues ?? []).map(({ path }) =>
      (path ?? []).map(({ key }) => String(key)).join('.'),
    );
    setWrong(new Set(names));
    const [first] = [...names, ...marked];
    if (!checked.success || first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    await attempt(async () => {
      const made = (await croppings.current.get(PORTRAIT)?.()) ?? typed.newPortrait;
      const portrait = await stored(made, settings.portrait);
      const { newMark } = typed;
      const mark = await storedMark(newMark);
      const shownPlayers: ShownPlayer[] = [];
      for (const [at, player] of (checked.output.shownPlayers ?? []).entries()) {
        const drawn = (await croppings.current.get(player.id)?.()) ?? players[at]?.newPicture;
        shownPlayers.push({ ...player, picture: await stored(drawn, player.picture) });
      }
      const content = { settings: { ...checked.output, portrait, mark, shownPlayers }, texts };
      await publishContent({
        current,
        content,
        userId,
        store,
        portrait: made ? blobOf(made.jpeg, 'image/jpeg') : undefined,
        mark: newMark ? blobOf(newMark.tile, 'image/png') : undefined,
      });
      showContact(content.settings);
      // Edits made since then stay.
      drop((name, value) => typed[name as keyof Draft] === value);
      setPublications((count) => count + 1);
      showToast({ title: t('site.published'), description: t('site.publishedText') });
    });
    onPublished();
  }

  /** A picture to publish; a new one is sent to the server first. */
  async function stored(
    made: PortraitDraft | null | undefined,
    published: Portrait | null,
  ): Promise<Portrait | null> {
    if (!made) return made === null ? null : published;
    const { jpeg, webp } = made;
    return call(storePortrait, { body: { jpeg, webp }, key: newId(), sentFor: userId });
  }

  async function storedMark(made: MarkDraft | null | undefined): Promise<Mark | null> {
    if (!made) return made === null ? null : settings.mark;
    return call(storeMark, { body: made, key: newId(), sentFor: userId });
  }

  /** Publishes the published content without a player; what is typed stays unpublished. */
  async function withdraw({ id }: PlayerDraft): Promise<void> {
    const standing = settings.shownPlayers ?? [];
    const shownPlayers = standing.filter((player) => player.id !== id);
    const isDone =
      shownPlayers.length === standing.length ||
      (await attempt(async () => {
        const content = { settings: { ...settings, shownPlayers }, texts };
        await publishContent({ current, content, userId, store });
        showToast({ title: t('site.published'), description: t('site.publishedText') });
      }));
    if (isDone) change({ shownPlayers: players.filter((player) => player.id !== id) });
    onPublished();
  }

  /** What visitors see where nothing is set. */
  function shownFor(name: Shown): string | undefined {
    if (name === 'countries' && values.mapped.length > 0) return String(values.mapped.length);
    const text = TEXT_OF[name];
    return text ? t(text) : contactShown()[name as keyof Contact];
  }

  function errorOf(name: string): ReactNode {
    const [list, at, key, line] = name.split('.');
    const number = Number(at);
    const isPlayer = list === 'shownPlayers';
    const lines = isPlayer ? players[number]?.lines : undefined;
    const { quotes, windows = [] } = values;
    const lists: Record<string, readonly object[]> = { shownPlayers: players, quotes, windows };
    const entry: object | undefined = line ? lines : lists[list ?? '']?.[number];
    const field = line ?? key;
    const typedText = String((field ? entry : values)?.[(field ?? name) as keyof object] ?? '');
    if (marked.includes(name)) {
      const clean = (text: string) => {
        const cleaned = line ? { lines: { ...lines, [line]: text } } : { [key ?? '']: text };
        if (!field) change({ [name]: text });
        else if (isPlayer) change({ shownPlayers: replaced(players, number, cleaned) });
        else change({ quotes: replaced(values.quotes, number, cleaned) });
      };
      return <MarksError text={typedText} onClean={clean} />;
    }
    if (!wrong.has(name)) return undefined;
    const [, rule = ''] = /^rules\.(\w+)\.value$/.exec(name) ?? [];
    const [least, most] = RULE_BOUNDS[rule as keyof typeof RULE_BOUNDS] ?? [];
    if (most !== undefined)
      return t('applicationForm.wholeNumber', { least: String(least), most: String(most) });
    if (name.startsWith('rules.')) return t('field.tooLong');
    const kind = name.endsWith('.link') ? 'url' : TYPES[name as Shown];
    if (kind) return t(`site.wrong.${kind}`);
    const isMissing = field && !typedText.trim();
    if (list === 'windows' && key === 'closes' && !isMissing) return t('site.windows.wrong');
    return t(isMissing ? 'field.required' : 'field.tooLong');
  }

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void publish(event)}>
      {isOffline && <Notice icon={offlineIcon}>{t('site.offlineText')}</Notice>}
      {changes.length > 0 && (
        <Notice
          icon={infoIcon}
          actions={
            <Button variant="secondary" onClick={discard}>
              {t('site.discard')}
            </Button>
          }
        >
          {t('site.changed', { count: changes.length })}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice icon={infoIcon}>
          <p>{t('site.missing')}</p>
          <div className={primitives.row2}>
            {missing.map((name) => (
              <Button
                key={name}
                variant="quiet"
                onClick={() =>
                  document.querySelector<HTMLElement>(`[name="${name}"], #${name}`)?.focus()
                }
              >
                {t(name === 'quotes' ? 'site.quotes.title' : `site.fields.${name}`)}
              </Button>
            ))}
          </div>
        </Notice>
      )}
      <Card key={`portrait ${publications}`} title={t('site.portrait.title')}>
        <p>{t('site.portrait.text')}</p>
        <PictureField
          name={PORTRAIT}
          published={settings.portrait}
          draft={typed.newPortrait}
          croppings={croppings}
          alt={t('site.portrait.preview')}
          removeLabel={t('site.portrait.remove')}
          onChange={(newPortrait) => change({ newPortrait })}
        />
      </Card>
      <Card key={`mark ${publications}`} title={t('site.mark.title')}>
        <p>{t('site.mark.text')}</p>
        <MarkField
          published={settings.mark}
          draft={typed.newMark}
          onChange={(newMark) => change({ newMark })}
        />
      </Card>
      <Card title={t('site.hero.title')}>
        <p>{t('site.hero.text')}</p>
        <HeroField chosen={values.hero ?? 'board'} onChange={(hero) => change({ hero })} />
      </Card>
      {Object.entries(GROUPS).map(([group, names]) => (
        <Card key={group} title={t(`site.groups.${group as keyof typeof GROUPS}`)}>
          {group === 'figures' && others.length > 0 && (
            <Notice>
              <p>{t('site.otherNumbers')}</p>
              <ul>
                {others.map(({ language: code, text }) => (
                  <li key={code + text}>
                    {languageName(code, language)}: <q lang={code}>{text}</q>
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <div className={styles.fields}>
            {names.map((name: Shown) => (
              <Field
                key={name}
                name={name}
                // Today leads to the first that is missing.
                autoFocus={location.hash === `#${name}`}
                type={TYPES[name] ?? 'text'}
                label={t(`site.fields.${name}`)}
                hint={
                  settings[name] !== values[name] &&
                  t('site.stands', { text: settings[name] || shownFor(name) || t('site.unset') })
                }
                error={errorOf(name)}
                autoComplete="off"
                placeholder={settings[name] === '' ? shownFor(name) : undefined}
                value={values[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            ))}
          </div>
          {group === 'figures' && (
            <CountriesField chosen={values.mapped} onChange={(mapped) => change({ mapped })} />
          )}
        </Card>
      ))}
      <LanguagesCard
        hidden={values.hiddenLanguages}
        onChange={(hiddenLanguages) => change({ hiddenLanguages })}
      />
      <PlayersCard
        key={`players ${publications}`}
        players={players}
        hiddenLanguages={values.hiddenLanguages}
        croppings={croppings}
        busy={busy}
        errorOf={errorOf}
        onChange={(shownPlayers) => change({ shownPlayers })}
        onWithdraw={withdraw}
      />
      <QuotesCard
        quotes={values.quotes}
        hidesQuotes={values.hidesQuotes}
        errorOf={errorOf}
        onChange={change}
      />
      <RulesCard
        rules={values.rules ?? {}}
        errorOf={errorOf}
        onChange={(rules) => change({ rules })}
      />
      <WindowsCard
        windows={values.windows ?? []}
        errorOf={errorOf}
        onChange={(windows) => change({ windows })}
      />
      <ThumbBar>
        <Button type="submit" busy={busy} disabled={isOffline || changes.length === 0}>
          {t('site.publish')}
        </Button>
      </ThumbBar>
    </form>
  );
}

/** The document of this page has the contact data that was published before. */
function showContact({ phone, linkedin, email }: SiteSettings): void {
  const mail = btoa(String.fromCharCode(...new TextEncoder().encode(email)));
  const stated = { phone, linkedin, mail };
  for (const [name, content] of Object.entries(stated)) {
    const meta = document.querySelector<HTMLMetaElement>(`meta[name="agency-${name}"]`);
    if (meta && content) meta.content = content;
  }
}

const StoredPicture = v.nullable(
  v.object({
    jpeg: v.string(),
    webp: v.nullable(v.string()),
    width: v.number(),
    height: v.number(),
  }),
);

/** The unpublished edits: any text, also a wrong one. */
const StoredDraft = v.partial(
  v.object({
    ...mapEntries(Object.values(GROUPS).flat()),
    hiddenLanguages: v.array(v.picklist(LANGUAGE_CODES)),
    quotes: v.array(
      v.object({
        language: v.picklist(LANGUAGE_CODES),
        text: v.string(),
        who: v.string(),
        link: v.string(),
        hidden: v.boolean(),
      }),
    ),
    hidesQuotes: v.boolean(),
    mapped: v.array(v.picklist(COUNTRY_CODES)),
    hero: v.picklist(HEROES),
    rules: v.record(
      v.picklist(RULES),
      v.object({ isOn: v.boolean(), value: v.string(), source: v.string(), asOf: v.string() }),
    ),
    windows: v.array(v.object({ country: v.string(), opens: v.string(), closes: v.string() })),
    newPortrait: StoredPicture,
    newMark: v.nullable(v.object({ icon: v.string(), tile: v.string() })),
    shownPlayers: v.array(
      v.object({
        id: v.string(),
        applicationId: v.optional(v.nullable(v.string()), null),
        name: v.string(),
        club: v.string(),
        lines: v.record(v.picklist(LANGUAGE_CODES), v.string()),
        picture: v.nullable(Portrait),
        newPicture: v.optional(StoredPicture),
        consentBy: v.string(),
        consentOn: v.string(),
        hidden: v.boolean(),
      }),
    ),
  }),
);
type Draft = Omit<Partial<SiteSettings>, 'shownPlayers'> & {
  newPortrait?: PortraitDraft | null;
  newMark?: MarkDraft | null;
  shownPlayers?: PlayerDraft[];
};

function mapEntries(names: readonly Shown[]) {
  const entries = names.map((name) => [name, v.string()]);
  return Object.fromEntries(entries) as Record<Shown, v.StringSchema<undefined>>;
}

const DRAFT: TypedShape<Draft> = {
  name: 'site-settings',
  parse: (stored) => {
    const draft = v.safeParse(StoredDraft, stored);
    // JSON has no undefined.
    return draft.success ? (draft.output as Draft) : {};
  },
  print: (draft) => draft,
};

/** Says which codes and invisible characters a machine left in a text, with one press to take them out. */
function MarksError({ text, onClean }: { text: string; onClean: (text: string) => void }) {
  const { t } = useText();
  return (
    <>
      {t('translations.marks', { marks: marksIn(text).join(', ') })}{' '}
      <Button variant="quiet" onClick={() => onClean(cleanText(text))}>
        {t('translations.cleanUp')}
      </Button>
    </>
  );
}

interface LanguagesCardProps {
  hidden: readonly Language[];
  onChange: (hidden: Language[]) => void;
}

/** Which languages visitors see; the last one cannot be hidden. */
function LanguagesCard({ hidden, onChange }: LanguagesCardProps) {
  const { t, language: here } = useText();
  const shown = shownLanguages(hidden);
  return (
    <Card title={t('site.languages.title')}>
      <div className={styles.languages}>
        {LANGUAGE_CODES.map((language) => (
          <CheckboxField
            key={language}
            name={`shows-${language}`}
            label={languageName(language, here)}
            checked={shown.includes(language)}
            disabled={shown.length === 1 && shown.includes(language)}
            onChange={({ target }) =>
              onChange(
                LANGUAGE_CODES.filter((one) =>
                  one === language ? !target.checked : hidden.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
    </Card>
  );
}
