import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { searchIcon } from '#pwa/ui/icons/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { type Tab, tabOf } from './dashboard-tab.ts';

interface MissingRecordProps {
  title: string;
  text: string;
  back: string;
  /** The list that the link back opens. */
  tab?: Tab;
}

/** Takes the place of a record that cannot be shown, with a link back. */
export function MissingRecord({ title, text, back, tab }: MissingRecordProps) {
  return (
    <EmptyState
      icon={searchIcon}
      title={title}
      action={
        <OfficeLink variant="secondary" to={APP_PATHS.dashboard} search={tabOf({ tab })}>
          {back}
        </OfficeLink>
      }
    >
      {text}
    </EmptyState>
  );
}
