import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { recordOf } from '#pwa/local/outbox/lane.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';

/** A link to the changed record; none for a saved view or the note of an export. */
export function RecordLink({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const words = t('sync.page.open');
  const record = recordOf(entry.entity);
  if (!record) return null;
  const { list, id } = record;
  if (list === 'campaigns') {
    return (
      <OfficeLink variant="quiet" to={APP_PATHS.campaigns}>
        {words}
      </OfficeLink>
    );
  }
  return (
    <OfficeLink
      variant="quiet"
      to={list === 'contacts' ? APP_PATHS.contact : APP_PATHS.application}
      params={{ id: String(id) }}
    >
      {words}
    </OfficeLink>
  );
}
