import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ExportChoice, LazyContactExport } from '#pwa/app/lists/export-choice.tsx';
import { setListView, useListView } from '#pwa/app/lists/list-views.ts';
import { RecordTab } from '#pwa/app/lists/record-tab.tsx';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { contactLook } from '#pwa/features/contacts/contact-look.tsx';
import { useAllContacts, useNewestContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { Refresh } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';

const ChosenContacts = lazyWindow(
  () => import('#pwa/features/contacts/chosen-contacts.tsx'),
  'ChosenContacts',
  ({ onDone }) => onDone(),
);

interface ContactsTabProps {
  refresh: Refresh;
  /** Called when an inquiry became an application. */
  onConverted: () => void;
}

/** The inquiries from the public site. */
export function ContactsTab({ refresh, onConverted }: ContactsTabProps) {
  const { t } = useText();
  const { userId } = useMirror();
  return (
    <RecordTab
      tab="contacts"
      definition={contactDefinition}
      look={contactLook(onConverted)}
      useNewest={useNewestContacts}
      useAll={useAllContacts}
      view={useListView('contacts', userId)}
      onView={(change) => setListView('contacts', userId, change)}
      refresh={refresh}
      exportOf={(rows) => <ExportChoice rows={rows} Window={LazyContactExport} />}
      action={
        <OfficeLink variant="secondary" icon={plusIcon} to={APP_PATHS.newMessage}>
          {t('message.title')}
        </OfficeLink>
      }
      bulkActions={(chosen, onDone) => <ChosenContacts chosen={chosen} onDone={onDone} />}
    />
  );
}
