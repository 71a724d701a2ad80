import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LANGUAGE_CODES, STATUSES, type Status } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { setListView } from '#pwa/app/lists/list-views.ts';
import { linksAt } from '#pwa/app/screens.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useChosen } from '#pwa/features/applications/chosen-store.ts';
import { StatusMark } from '#pwa/features/applications/status/status-mark.tsx';
import { useChooseStatus } from '#pwa/features/applications/status/use-choose-status.ts';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { useSavedViews } from '#pwa/features/views/use-saved-views.ts';
import { viewOf } from '#pwa/features/views/view-chips.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { wordText } from '#pwa/i18n/word-text.ts';
import { chooseTheme, THEMES } from '#pwa/lib/storage/theme.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import {
  bookmarkIcon,
  editIcon,
  eyeIcon,
  filterIcon,
  moreIcon,
  plusIcon,
} from '#pwa/ui/icons/icons.ts';
import { globeIcon } from '#pwa/ui/icons/site-icons.ts';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';

/** Something that the palette does. */
export interface PaletteCommand {
  id: string;
  label: string;
  icon: ReactNode;
  act: () => void;
}

export interface CommandGroup {
  title: string;
  commands: PaletteCommand[];
}

/** The commands whose words match, by group: first those for a record. Lists and views are found only by their words. */
export function usePaletteCommands(
  query: string,
  rowId: string | null,
  onKeys: () => void,
): CommandGroup[] {
  const { t } = useText();
  const { user } = useAuth();
  const here = useRecordCommands(rowId);
  const lists = useListCommands();
  const go = usePlaces();
  const actions = useActions(onKeys);
  const isOffice = user?.areas.includes('dashboard');
  const wanted = foldText(query.trim());
  return [
    { ...here, commands: isOffice ? here.commands : [] },
    { title: t('keys.lists'), commands: isOffice && wanted !== '' ? lists : [] },
    { title: t('keys.go'), commands: go },
    { title: t('keys.actions'), commands: actions },
  ].map(({ title, commands }) => ({
    title,
    commands: commands.filter(({ label }) => foldText(label).includes(wanted)),
  }));
}

/** What can be done to the selected applications, to that of the row with the focus, or to the open one. */
function useRecordCommands(rowId: string | null): CommandGroup {
  const { t } = useText();
  const navigate = useNavigate();
  const choose = useChooseStatus();
  const chosen = useChosen(({ rows }) => rows);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const open = /^\/dashboard\/applications\/([^/]+)$/.exec(pathname)?.[1];
  const application = useRecord(rowId ?? open ?? '')?.row;
  const commandOf = (status: Status, act: () => void): PaletteCommand => ({
    id: `status ${status}`,
    label: t('keys.setStatus', { status: wordText(t, 'status', status) }),
    icon: <StatusMark status={status} />,
    act,
  });
  if (chosen.length > 0) {
    return {
      title: t('select.count', { count: chosen.length }),
      commands: STATUSES.map((wanted) => commandOf(wanted, () => useChosen.setState({ wanted }))),
    };
  }
  if (!application) return { title: '', commands: [] };
  return {
    title: applicationDefinition.nameOf(t, application),
    commands: [
      ...STATUSES.filter((status) => status !== application.status).map((status) =>
        commandOf(status, () => void choose(application, status)),
      ),
      {
        id: 'edit',
        label: t('applicationDetail.edit'),
        icon: <Icon shape={editIcon} />,
        act: () => void navigate({ to: APP_PATHS.editApplication, params: { id: application.id } }),
      },
    ],
  };
}

/** The lists by each of their filters, and the saved views. */
function useListCommands(): PaletteCommand[] {
  const { t } = useText();
  const { userId } = useMirror();
  const navigate = useNavigate();
  const views = [...useSavedViews('applications'), ...useSavedViews('contacts')];

  function show<T extends Tab>(tab: T, view: Parameters<typeof setListView<T>>[2]): void {
    setListView(tab, userId, { query: '', where: EVERYWHERE, saved: null, ...view });
    void navigate({ to: APP_PATHS.dashboard, search: tabOf({ tab }) });
  }
  const filterCommand = (
    tab: Tab,
    { value, label, mark }: { value: string; label: TextKey; mark?: ReactNode },
    act: () => void,
  ): PaletteCommand => ({
    id: `list ${tab} ${value}`,
    label: `${t(`navigation.${tab}`)} · ${t(label)}`,
    icon: mark ?? <Icon shape={filterIcon} />,
    act,
  });
  return [
    ...views.map((saved) => ({
      id: `view ${saved.id}`,
      label: saved.name,
      icon: <Icon shape={bookmarkIcon} />,
      act: () =>
        saved.list === 'contacts'
          ? show('contacts', viewOf(saved, { definition: contactDefinition }))
          : show('applications', viewOf(saved, { definition: applicationDefinition })),
    })),
    ...applicationDefinition.filters.map((filter) =>
      filterCommand('applications', filter, () => show('applications', { filter: filter.value })),
    ),
    ...contactDefinition.filters.map((filter) =>
      filterCommand('contacts', filter, () => show('contacts', { filter: filter.value })),
    ),
  ];
}

function usePlaces(): PaletteCommand[] {
  const { t } = useText();
  const { user } = useAuth();
  const navigate = useNavigate();
  const roomy = useMedia(ROOMY);
  return linksAt(['everywhere', 'wide', 'more', 'palette'], user?.areas)
    .filter(({ name }) => name !== 'search' && (roomy || name !== 'board'))
    .map(({ name, label, icon, link }) => ({
      id: `go ${name}`,
      label: t(label),
      icon: <Icon shape={icon} />,
      act: () => void navigate(link),
    }));
}

function useActions(onKeys: () => void): PaletteCommand[] {
  const { t, chooseLanguage } = useText();
  const { user } = useAuth();
  const navigate = useNavigate();
  const fine = useMedia('(pointer: fine)');
  const made = [
    { id: 'new', label: t('applications.new'), to: APP_PATHS.newApplication },
    { id: 'message', label: t('message.title'), to: APP_PATHS.newMessage },
  ] as const;
  return [
    ...(user?.areas.includes('dashboard') ? made : []).map(({ id, label, to }) => ({
      id,
      label,
      icon: <Icon shape={plusIcon} />,
      act: () => void navigate({ to }),
    })),
    ...(fine
      ? [{ id: 'keys', label: t('keys.title'), icon: <Icon shape={moreIcon} />, act: onKeys }]
      : []),
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
  ];
}
