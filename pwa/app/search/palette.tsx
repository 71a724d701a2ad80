import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Command, useCommandState } from 'cmdk';
import { Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { LANGUAGE_CODES, STATUSES } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { setListView } from '#pwa/app/lists/list-views.ts';
import { linksAt } from '#pwa/app/screens.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { StatusMark } from '#pwa/features/applications/status/status-mark.tsx';
import { useChooseStatus } from '#pwa/features/applications/status/use-choose-status.ts';
import { useApplication } from '#pwa/features/applications/use-application.ts';
import { ContactBadge } from '#pwa/features/contacts/contact-badge.tsx';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { chooseTheme, THEMES } from '#pwa/lib/storage/theme.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { editIcon, eyeIcon, moreIcon, plusIcon, searchIcon } from '#pwa/ui/icons/icons.ts';
import { globeIcon } from '#pwa/ui/icons/site-icons.ts';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';
import { dismissToasts } from '#pwa/ui/toasts/toast-store.ts';
import { escapeCloses } from '#pwa/ui/windows/escape-closes.ts';
import { useOpenWindow } from '#pwa/ui/windows/open-windows.ts';
import { useReturnFocus } from '#pwa/ui/windows/use-return-focus.ts';
import styles from './palette.module.css';
import { useSearchResults } from './search-results.ts';

/** Records of each kind that a query shows. */
const SHOWN = 6;

interface Action {
  id: string;
  label: string;
  icon: ReactNode;
  act: () => void;
}

interface PaletteProps {
  /** Holds the query to begin with. */
  typed: RefObject<string>;
  onClose: () => void;
  /** Shows what each key does, in place of this window. */
  onKeys: () => void;
}

/** Search and commands in one field, for hands that stay on the keyboard. */
export function Palette({ typed, onClose, onKeys }: PaletteProps) {
  const { t } = useText();
  const focus = useReturnFocus(true);
  const [query, setQuery] = useState(typed.current);
  const here = useApplicationHere();
  const groups = useActions(query, here, onKeys);
  const [chosen, setChosen] = useState('');
  const first = here[0]?.id;
  // The open record is read a moment after the window is there.
  useOpenWindow(true, onClose);
  useEffect(dismissToasts, []);
  useEffect(() => {
    if (first) setChosen(first);
  }, [first]);

  function run(action: () => void): void {
    onClose();
    action();
  }

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
                value={query}
                onValueChange={setQuery}
              />
            </div>
            <Count query={query.trim()} />
            <Command.List className={styles.list}>
              <Found query={query} run={run} />
              {groups.map(({ title, actions }) => (
                <Command.Group key={title} heading={title} className={styles.group}>
                  {actions.map(({ id, label, icon, act }) => (
                    <Item key={id} id={id} onSelect={() => run(act)}>
                      {icon}
                      {label}
                    </Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Content>
      </Portal>
    </Root>
  );
}

/** Puts the caret behind what is typed already. Radix would select it, and the next letter would replace it. */
function focusField(event: Event): void {
  event.preventDefault();
  const field = event.target instanceof Element && event.target.querySelector('input');
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** Announces the number of results; it is visible only if it is zero. */
function Count({ query }: { query: string }) {
  const { t } = useText();
  const count = useCommandState(({ filtered }) => filtered.count);
  return (
    <p role="status" className={count > 0 ? 'visually-hidden' : styles.empty}>
      {query !== '' && t(count > 0 ? 'search.results' : 'search.none', { count, query })}
    </p>
  );
}

interface ItemProps {
  id: string;
  onSelect: () => void;
  children: ReactNode;
}

function Item({ id, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={id} className={styles.item} onSelect={onSelect}>
      {children}
    </Command.Item>
  );
}

interface FoundProps {
  query: string;
  /** Closes the window, then acts. */
  run: (act: () => void) => void;
}

/** The records that match; none without a query. */
function Found({ query, run }: FoundProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const navigate = useNavigate();
  const { user } = useAuth();
  const { applications, contacts } = useSearchResults(query, userId);
  if (query.trim() === '' || !user?.areas.includes('dashboard')) return null;

  function showAll(): void {
    setListView('search', userId, { query });
    void navigate({ to: APP_PATHS.search });
  }

  return (
    <Command.Group heading={t('search.title')} className={styles.group}>
      {applications.slice(0, SHOWN).map((row) => (
        <Item
          key={row.id}
          id={`application ${row.id}`}
          onSelect={() => run(() => void navigate(applicationDefinition.linkTo(row.id)))}
        >
          <span className={styles.name}>{applicationDefinition.nameOf(t, row)}</span>
          <StatusBadge status={row.status} />
        </Item>
      ))}
      {contacts.slice(0, SHOWN).map((row) => (
        <Item
          key={row.id}
          id={`contact ${row.id}`}
          onSelect={() => run(() => void navigate(contactDefinition.linkTo(row.id)))}
        >
          <span className={styles.name}>{contactDefinition.nameOf(t, row)}</span>
          <ContactBadge contact={row} />
        </Item>
      ))}
      {applications.length + contacts.length > 0 && (
        <Item id="all" onSelect={() => run(showAll)}>
          <Icon shape={searchIcon} />
          {t('list.showAll')}
        </Item>
      )}
    </Command.Group>
  );
}

/** The commands whose words match, by group. */
function useActions(
  query: string,
  here: Action[],
  onKeys: () => void,
): { title: string; actions: Action[] }[] {
  const { t, chooseLanguage } = useText();
  const { user } = useAuth();
  const navigate = useNavigate();
  const roomy = useMedia(ROOMY);

  const groups = [
    { title: t('keys.record'), actions: here },
    {
      title: t('keys.go'),
      actions: [
        ...linksAt(['everywhere', 'wide', 'more', 'palette'], user?.areas)
          .filter(({ name }) => roomy || name !== 'board')
          .map(({ name, label, icon, link }) => ({
            id: `go ${name}`,
            label: t(label),
            icon: <Icon shape={icon} />,
            act: () => void navigate(link),
          })),
      ],
    },
    {
      title: t('keys.actions'),
      actions: [
        ...(user?.areas.includes('dashboard')
          ? [
              {
                id: 'new',
                label: t('applications.new'),
                icon: <Icon shape={plusIcon} />,
                act: () => void navigate({ to: APP_PATHS.newApplication }),
              },
              {
                id: 'message',
                label: t('message.title'),
                icon: <Icon shape={plusIcon} />,
                act: () => void navigate({ to: APP_PATHS.newMessage }),
              },
            ]
          : []),
        { id: 'keys', label: t('keys.title'), icon: <Icon shape={moreIcon} />, act: onKeys },
        ...LANGUAGE_CODES.map((language) => ({
          id: `language ${language}`,
          label: ownName(language),
          icon: <Icon shape={globeIcon} />,
          act: () => chooseLanguage(language),
        })),
        ...THEMES.map((theme) => ({
          id: `theme ${theme}`,
          label: t('theme.choose', { theme: t(`theme.${theme}`) }),
          icon: <Icon shape={eyeIcon} />,
          act: () => chooseTheme(theme),
        })),
      ],
    },
  ];
  const wanted = foldText(query.trim());
  return groups
    .map(({ title, actions }) => ({
      title,
      actions: actions.filter(({ label }) => foldText(label).includes(wanted)),
    }))
    .filter(({ actions }) => actions.length > 0);
}

/** What can be done to the application that is open. */
function useApplicationHere(): Action[] {
  const { t } = useText();
  const navigate = useNavigate();
  const choose = useChooseStatus();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const id = /^\/dashboard\/applications\/([^/]+)$/.exec(pathname)?.[1] ?? '';
  const application = useApplication(id);
  if (!application) return [];
  return [
    ...STATUSES.filter((status) => status !== application.status).map((status) => ({
      id: `status ${status}`,
      label: t('keys.setStatus', { status: wordText(t, 'status', status) }),
      icon: <StatusMark status={status} />,
      act: () => void choose(application, status),
    })),
    {
      id: 'edit',
      label: t('applicationDetail.edit'),
      icon: <Icon shape={editIcon} />,
      act: () => void navigate({ to: APP_PATHS.editApplication, params: { id } }),
    },
  ];
}
