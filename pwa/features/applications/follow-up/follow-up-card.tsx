import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { FollowUpForm } from './follow-up-form.tsx';

/** The follow-up day as a card of a record. */
export function FollowUpCard({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  return (
    <Card title={t('applicationDetail.followUp.title')}>
      <FollowUpForm application={application} />
    </Card>
  );
}
