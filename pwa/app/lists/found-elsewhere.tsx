import { Link } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { wholeOf } from '#pwa/features/views/view-chips.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useFound } from '#pwa/records/use-found.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { type Tab, tabOf } from './dashboard-tab.ts';
import type { OfficeList } from './office-list.ts';
import { useApplicationList } from './use-application-list.ts';
import { useContactList } from './use-contact-list.ts';

/** Says how many records of the list beside `tab` match, and leads there; nothing if none does. */
export function FoundElsewhere({ tab, query }: { tab: Tab; query: string }) {
  return tab === 'contacts' ? (
    <FoundApplications query={query} />
  ) : (
    <FoundInquiries query={query} />
  );
}

function FoundApplications(props: { query: string }) {
  return <FoundIn list={useApplicationList()} {...props} />;
}

function FoundInquiries(props: { query: string }) {
  return <FoundIn list={useContactList()} {...props} />;
}

interface FoundInProps<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  list: OfficeList<Row, Id, Filter, Sort>;
  query: string;
}

function FoundIn<Row, Id extends string | number, Filter extends string, Sort extends string>({
  list,
  query,
}: FoundInProps<Row, Id, Filter, Sort>) {
  const { tab, definition, useAll, view, onView } = list;
  const { t } = useText();
  const wanted = { query, ...wholeOf(list) };
  const rows = useAll(true)?.rows ?? NONE;
  const count = useFound(definition, rows, { ...view, ...wanted }).rows.length;
  if (count === 0) return null;
  return (
    <Link
      to={APP_PATHS.dashboard}
      search={tabOf({ tab })}
      className={buttonClass({ variant: 'quiet' })}
      onClick={() => onView(wanted)}
    >
      {t(`search.elsewhere.${tab}`, { count })}
    </Link>
  );
}

const NONE: never[] = [];
