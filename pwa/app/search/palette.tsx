import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import { useEffect, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { referenceIn } from '#contract/values/read-reference.ts';
import { type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { setListView } from '#pwa/app/lists/list-views.ts';
import { useStillLoading } from '#pwa/app/lists/use-still-loading.ts';
import { MESSAGE_DRAFT } from '#pwa/app/pages/message-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { readDraft, writeDraft, writeDraftValue } from '#pwa/lib/storage/drafts.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { plusIcon, searchIcon } from '#pwa/ui/icons/icons.ts';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { dismissToasts } from '#pwa/ui/toasts/toast-store.ts';
import { escapeCloses } from '#pwa/ui/windows/escape-closes.ts';
import { useOpenWindow } from '#pwa/ui/windows/open-windows.ts';
import { useReturnFocus } from '#pwa/ui/windows/use-return-focus.ts';
import { FoundRecords, idOf } from './found-records.tsx';
import styles from './palette.module.css';
import { type CommandGroup, type PaletteCommand, usePaletteCommands } from './palette-commands.tsx';
import { useSearchResults } from './search-results.ts';
import { typed } from './search-window.ts';

/** Records that are offered before anything is typed. */
const RECENT = 5;
const NONE: never[] = [];
/** The command that makes an application of the name that nothing has, and the draft of its form (new-application-page.tsx). */
const NEW = 'new-application';
const LISTS = ['applications', 'contacts'] as const;

interface PaletteProps {
  onClose: () => void;
  /** Shows what each key does, in place of this window. */
  onKeys: () => void;
}

/** Search and commands in one field: over the page, on a phone over all of it. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const { t } = useText();
  const { user } = useAuth();
  const { userId } = useMirror();
  const focus = useReturnFocus(true);
  const [query, setQuery] = useState(typed.current);
  const [rowId] = useState(rowWithFocus);
  const [chosen, setChosen] = useState('');
  useOpenWindow(true, onClose);
  useRefreshOnEntry(LISTS);
  useEffect(dismissToasts, []);

  const isSearching = query.trim() !== '';
  const found = useSearchResults(query, userId);
  const [about, ...groups] = usePaletteCommands(query, rowId, onKeys);
  const isOffice = user?.areas.includes('dashboard') === true;
  const all = useAll(query, found);
  const named = isOffice ? found.named : NONE;
  const recent = isOffice && !isSearching ? found.applications.slice(0, RECENT) : NONE;
  const others = isOffice && isSearching ? found.others : NONE;
  const rest = isOffice && isSearching ? all : NONE;
  const commandIds = (of: readonly (CommandGroup | undefined)[]) =>
    of.flatMap((group) => group?.commands.map(({ id }) => id) ?? []);
  const [first] = [
    ...named.map(idOf),
    ...commandIds([about]),
    ...recent.map(idOf),
    ...commandIds(groups),
    ...others.map(idOf),
    ...rest.map(({ id }) => id),
  ];
  // Results and the open record are read a moment after the window is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at its first result
  useEffect(() => setChosen(first ?? ''), [first, query]);

  function run(action: () => void): void {
    onClose();
    action();
  }
  const records = {
    run,
    lineOf: found.lineOf,
    marked: found.marked,
    hasAllOf: found.hasAllOf,
  };

  return (
    <Root open onOpenChange={onClose}>
      <Portal>
        <Overlay className={styles.scrim} />
        <Content
          className={styles.window}
          {...focus}
          onOpenAutoFocus={focusField}
          onKeyDown={escapeCloses(onClose)}
          aria-describedby={undefined}
        >
          <Title className="visually-hidden">{t('keys.palette')}</Title>
          <Command
            className={styles.command}
            shouldFilter={false}
            loop
            label={t('keys.palette')}
            value={chosen}
            onValueChange={setChosen}
          >
            <div className={styles.head}>
              <Icon shape={searchIcon} />
              <Command.Input
                className={styles.field}
                placeholder={t('keys.placeholder')}
                enterKeyHint="go"
                value={query}
                onValueChange={setQuery}
              />
              <IconButton icon={closeIcon} label={t('common.close')} onClick={onClose} />
            </div>
            {/* A screen reader tells what comes into a region that was there before. */}
            <div role="status">
              {isOffice && isSearching && (
                <Told
                  query={query.trim()}
                  found={found}
                  count={found.applications.length + found.contacts.length}
                  isEmpty={first === undefined || first === NEW}
                />
              )}
            </div>
            <Command.List className={styles.list}>
              <FoundRecords title={t('search.records')} rows={named} {...records} />
              {about && <Group group={about} run={run} />}
              <FoundRecords title={t('search.recent')} rows={recent} {...records} />
              {groups.map((group) => (
                <Group key={group.title} group={group} run={run} />
              ))}
              <FoundRecords title={t('search.inText')} rows={others} {...records} />
              <Commands commands={rest} run={run} />
            </Command.List>
          </Command>
        </Content>
      </Portal>
    </Root>
  );
}

/** Puts the caret behind the letters typed so far. Radix would select it, and the next letter would replace it. */
function focusField(event: Event): void {
  event.preventDefault();
  const field = event.target instanceof Element && event.target.querySelector('input');
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** The application of the row that has the focus, as J and K give it. */
function rowWithFocus(): string | null {
  const row = document.activeElement?.closest('[data-row]');
  const link = row?.querySelector<HTMLAnchorElement>('a[href*="/dashboard/applications/"]');
  return link?.pathname.split('/')[3] ?? null;
}

interface GroupProps extends Pick<CommandsProps, 'run'> {
  group: CommandGroup;
}

function Group({ group: { title, commands }, run }: GroupProps) {
  if (commands.length === 0) return null;
  return (
    <Command.Group heading={title} className={styles.group}>
      <Commands commands={commands} run={run} />
    </Command.Group>
  );
}

interface CommandsProps {
  commands: readonly PaletteCommand[];
  run: (act: () => void) => void;
}

function Commands({ commands, run }: CommandsProps) {
  return commands.map(({ id, label, icon, act }) => (
    <Command.Item key={id} value={id} className={styles.item} onSelect={() => run(act)}>
      {icon}
      {label}
    </Command.Item>
  ));
}

interface ToldProps {
  query: string;
  found: Pick<ReturnType<typeof useSearchResults>, 'isWhole' | 'hasAllNotes'>;
  /** Of the records. */
  count: number;
  /** Neither records nor commands match. */
  isEmpty: boolean;
}

/** The number of results, for screen readers, and what the search could not look into. */
function Told({ query, found: { isWhole, hasAllNotes }, count, isEmpty }: ToldProps) {
  const { t } = useText();
  const stillLoading = useStillLoading();
  const missing = isWhole ? !hasAllNotes && t('search.trimmed') : stillLoading;
  return (
    <div className={isEmpty || missing ? styles.told : 'visually-hidden'}>
      {count > 0 && isWhole && <p className="visually-hidden">{t('search.results', { count })}</p>}
      {isEmpty && isWhole && <p>{t('search.none', { query })}</p>}
      {missing && <p>{missing}</p>}
    </div>
  );
}

/** Leads to the lists with all that the query finds; a pasted message that nothing has is added. */
function useAll(
  query: string,
  { applications, contacts, isWhole }: ReturnType<typeof useSearchResults>,
): PaletteCommand[] {
  const { t } = useText();
  const { userId } = useMirror();
  const navigate = useNavigate();
  const listed = { applications: applications.length, contacts: contacts.length };

  function show(tab: Tab): void {
    setListView(tab, userId, { query, filter: 'all', where: EVERYWHERE, saved: null });
    void navigate({ to: APP_PATHS.dashboard, search: tabOf({ tab }) });
  }
  if (listed.applications + listed.contacts === 0) {
    const icon = <Icon shape={plusIcon} />;
    const add = (): void => {
      writeDraft(userId, MESSAGE_DRAFT, query);
      void navigate({ to: APP_PATHS.newMessage });
    };
    if (isMessage(query)) return [{ id: 'add', label: t('message.title'), icon, act: add }];
    if (!isWhole) return NONE;
    const name = query.trim();
    const create = (): void => {
      // What somebody has typed there stays.
      if (readDraft(userId, NEW) === null) writeDraftValue(userId, NEW, { playerName: name });
      void navigate({ to: APP_PATHS.newApplication });
    };
    return [{ id: NEW, label: t('search.newApplication', { name }), icon, act: create }];
  }
  return LISTS.filter((tab) => listed[tab] > 1).map((tab) => ({
    id: `all ${tab}`,
    label: `${t('list.showAll')} · ${isWhole ? t(`${tab}.total`, { count: listed[tab] }) : t(`navigation.${tab}`)}`,
    icon: <Icon shape={searchIcon} />,
    act: () => show(tab),
  }));
}

/** The query is a pasted message, or its reference. */
function isMessage(query: string): boolean {
  return referenceIn(query) !== null || query.trim().split(/\s+/).length > 4;
}
