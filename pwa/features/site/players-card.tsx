import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useState } from 'react';
import { newId } from '#contract/fields/ids.ts';
import { shownLanguages } from '#contract/fields/language.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { ShownPlayer } from '#contract/site.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readList } from '#pwa/local/rows/read-rows.ts';
import { whoOf } from '#pwa/local/rows/same-person.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { plusIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { MoveUpButton } from './move-up-button.tsx';
import { type Croppings, PictureField } from './picture-field.tsx';
import type { PortraitDraft } from './portrait-picture.ts';
import { replaced } from './replaced.ts';
import styles from './site-page.module.css';

/** A player as typed; a new picture is stored at publication. */
export interface PlayerDraft extends ShownPlayer {
  newPicture?: PortraitDraft | null | undefined;
}

/** The largest width of a picture in the section, in pixels: twice what a phone shows. */
const WIDEST = 360;

interface PlayersCardProps {
  players: readonly PlayerDraft[];
  hiddenLanguages: readonly Language[];
  croppings: Croppings;
  /** True while the page is being published. */
  busy: boolean;
  /** The message of a wrong field, by its name, e.g. `shownPlayers.0.name`. */
  errorOf: (name: string) => ReactNode;
  onChange: (players: PlayerDraft[]) => void;
  /** Takes a player off the site at once. */
  onWithdraw: (player: PlayerDraft) => Promise<void>;
}

/** The players whom the page names, each with a consent, in the order of the page. */
export function PlayersCard({
  players,
  hiddenLanguages,
  croppings,
  busy,
  errorOf,
  onChange,
  onWithdraw,
}: PlayersCardProps) {
  const { t, language: here } = useText();
  const [asked, setAsked] = useState<PlayerDraft | null>(null);

  function edit(at: number, change: Partial<PlayerDraft>): void {
    onChange(replaced(players, at, change));
  }

  return (
    <Card title={t('site.players.title')}>
      <p>{t('site.players.text')}</p>
      {players.map((player, at) => {
        const typed = (name: 'name' | 'club' | 'consentBy' | 'consentOn') => ({
          name: `shownPlayers.${at}.${name}`,
          error: errorOf(`shownPlayers.${at}.${name}`),
          autoComplete: 'off',
          value: player[name],
          onChange: ({ target }: { target: HTMLInputElement }) =>
            edit(at, { [name]: target.value }),
        });
        return (
          <fieldset key={player.id} className={styles.quote}>
            <legend className={styles.legend}>
              {player.name || t('site.players.one', { number: at + 1 })}
            </legend>
            <PictureField
              name={player.id}
              published={player.picture}
              draft={player.newPicture}
              croppings={croppings}
              alt={player.name}
              removeLabel={t('site.players.removePicture')}
              widest={WIDEST}
              onChange={(newPicture) => edit(at, { newPicture })}
            />
            <div className={styles.fields}>
              <ApplicationField player={player} onChange={(change) => edit(at, change)} />
              <Field label={t('site.fields.name')} {...typed('name')} />
              <Field label={t('site.players.club')} {...typed('club')} />
              {shownLanguages(hiddenLanguages).map((language) => (
                <Field
                  key={language}
                  name={`shownPlayers.${at}.lines.${language}`}
                  label={t('site.players.line', { language: languageName(language, here) })}
                  error={errorOf(`shownPlayers.${at}.lines.${language}`)}
                  lang={language}
                  autoComplete="off"
                  value={player.lines[language] ?? ''}
                  onChange={({ target }) =>
                    edit(at, { lines: { ...player.lines, [language]: target.value } })
                  }
                />
              ))}
              <Field
                label={t('site.players.consentBy')}
                hint={t('site.players.consentHint')}
                {...typed('consentBy')}
              />
              <Field type="date" label={t('site.players.consentOn')} {...typed('consentOn')} />
              <CheckboxField
                name={`shownPlayers.${at}.hidden`}
                label={t('site.players.hide')}
                checked={player.hidden}
                onChange={({ target }) => edit(at, { hidden: target.checked })}
              />
            </div>
            <div className={styles.actions}>
              <MoveUpButton entries={players} at={at} onChange={onChange} />
              <Button variant="quiet" icon={trashIcon} onClick={() => setAsked(player)}>
                {t('site.players.withdraw')}
              </Button>
            </div>
          </fieldset>
        );
      })}
      <Button
        variant="secondary"
        icon={plusIcon}
        className={styles.add}
        disabled={players.length >= 24}
        onClick={() => onChange([...players, newPlayer()])}
      >
        {t('site.players.add')}
      </Button>
      <ConfirmDialog
        title={t('site.players.askWithdraw', { name: asked?.name || t('site.players.unnamed') })}
        description={t('site.players.askWithdrawText')}
        confirmLabel={t('site.players.withdraw')}
        busy={busy}
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void onWithdraw(asked).finally(() => setAsked(null));
        }}
      />
    </Card>
  );
}

interface ApplicationFieldProps {
  player: PlayerDraft;
  onChange: (change: Partial<PlayerDraft>) => void;
}

/**
 * Chooses the player's application, among those that are signed or have this name. An empty name or club is filled in from
 * the application.
 */
function ApplicationField({ player, onChange }: ApplicationFieldProps) {
  const { t } = useText();
  const mirror = useMirror();
  const rows = useLiveQuery(() => readList(mirror, 'applications'), [mirror]) ?? [];
  const { applicationId, name, club } = player;
  const folded = foldText(name);
  const known = rows.filter(
    ({ id, status, playerName }) =>
      id === applicationId || status === 'signed' || foldText(playerName) === folded,
  );
  const choices = known.map(({ id, playerName, currentClub }) => ({
    value: id,
    label: whoOf({ name: playerName, currentClub }),
  }));
  if (applicationId && !known.some(({ id }) => id === applicationId)) {
    choices.push({ value: applicationId, label: name });
  }
  if (choices.length === 0) return null;
  return (
    <ChoiceField
      label={t('site.players.application')}
      hint={t('site.players.applicationHint')}
      placeholder={t('site.players.noApplication')}
      choices={choices.sort((one, other) => one.label.localeCompare(other.label))}
      value={applicationId ?? ''}
      onChange={({ target }) => {
        const row = known.find(({ id }) => id === target.value);
        onChange({
          applicationId: target.value || null,
          name: name || (row?.playerName ?? ''),
          club: club || (row?.currentClub ?? ''),
        });
      }}
    />
  );
}

function newPlayer(): PlayerDraft {
  return {
    id: newId(),
    applicationId: null,
    name: '',
    club: '',
    lines: {},
    picture: null,
    consentBy: '',
    consentOn: '',
    hidden: false,
  };
}
