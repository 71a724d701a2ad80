import { useText } from '#pwa/i18n/text-context.tsx';
import { isOfCampaign, type OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { applicationOf } from '#pwa/local/overlay.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';

/** A link to the changed record. */
export function RecordLink({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const words = t('sync.page.open');
  if (isOfCampaign(entry)) {
    return (
      <OfficeLink variant="quiet" to="/admin/campaigns">
        {words}
      </OfficeLink>
    );
  }
  if (entry.type === 'contact-converted' || entry.type === 'contact-state-changed') {
    return (
      <OfficeLink
        variant="quiet"
        to="/dashboard/contacts/$id"
        params={{ id: String(entry.seen.id) }}
      >
        {words}
      </OfficeLink>
    );
  }
  const id = applicationOf(entry) ?? '';
  return (
    <OfficeLink variant="quiet" to="/dashboard/applications/$id" params={{ id }}>
      {words}
    </OfficeLink>
  );
}
