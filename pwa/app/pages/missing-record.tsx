import type { Tab } from '#pwa/app/dashboard-tab.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { searchIcon } from '#pwa/ui/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';

interface MissingRecordProps {
  title: string;
  text: string;
  back: string;
  /** The list that the way back leads to. */
  tab?: Tab;
}

/** What stands where a record cannot be shown, with the way back. */
export function MissingRecord({ title, text, back, tab }: MissingRecordProps) {
  return (
    <EmptyState
      icon={searchIcon}
      title={title}
      action={
        <OfficeLink variant="secondary" to="/dashboard" search={tab ? { tab } : {}}>
          {back}
        </OfficeLink>
      }
    >
      {text}
    </EmptyState>
  );
}
