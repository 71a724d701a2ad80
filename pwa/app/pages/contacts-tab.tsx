import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ExportChoice, LazyContactExport } from '#pwa/app/lists/export-choice.tsx';
import { RecordTab } from '#pwa/app/lists/record-tab.tsx';
import { useContactList } from '#pwa/app/lists/use-contact-list.ts';
import { ChosenContacts } from '#pwa/features/contacts/chosen-contacts.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Refresh } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';

/** The inquiries from the public site. */
export function ContactsTab({ refresh }: { refresh: Refresh }) {
  const { t } = useText();
  return (
    <RecordTab
      list={useContactList()}
      refresh={refresh}
      exportOf={(rows) => <ExportChoice rows={rows} Window={LazyContactExport} />}
      action={
        <OfficeLink
          variant="secondary"
          icon={plusIcon}
          to={APP_PATHS.newMessage}
          aria-keyshortcuts="N"
        >
          {t('message.title')}
        </OfficeLink>
      }
      bulkActions={(chosen, onDone) => (
        <ChosenContacts chosen={chosen} Export={LazyContactExport} onDone={onDone} />
      )}
    />
  );
}
