import { useText } from '#pwa/i18n/text-context.tsx';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import type { ShownView } from '#pwa/local/rows/saved-views.ts';
import type { ListView, RecordDefinition } from '#pwa/records/record-definition.ts';
import { Chip } from '#pwa/ui/fields/chip.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { bookmarkIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { useSavedViews } from './use-saved-views.ts';

export interface ViewProps<Filter extends string, Sort extends string> {
  list: ShownView['list'];
  definition: Pick<RecordDefinition<never, never, Filter, Sort>, 'filters' | 'sorts' | 'views'>;
  view: ListView<Filter, Sort>;
  onView: (change: Partial<ListView<Filter, Sort>>) => void;
}

/** The views of a list: those of the product, then the saved ones. One may be open; a second press closes it. */
export function ViewChips<Filter extends string, Sort extends string>(
  props: ViewProps<Filter, Sort>,
) {
  const { t } = useText();
  const { list, definition, view, onView } = props;
  const own = (definition.views ?? []).map(({ name, ...rest }) => ({
    ...rest,
    name: t(name),
    where: EVERYWHERE,
    isWaiting: false,
    refused: null,
  }));
  return [...own, ...useSavedViews(list)].map((saved) => {
    const isOpen = view.saved === saved.id;
    return (
      <Chip
        key={saved.id}
        aria-pressed={isOpen}
        onClick={() => onView(isOpen ? wholeOf(props) : viewOf(saved, props))}
      >
        <Icon shape={bookmarkIcon} />
        {saved.name}
        {saved.isWaiting && (
          <Icon
            shape={saved.refused ? alertIcon : clockIcon}
            label={t(saved.refused ? 'sync.row.refused' : 'sync.row.not-sent')}
          />
        )}
      </Chip>
    );
  });
}

/** Everything in a list. */
export function wholeOf<Filter extends string, Sort extends string>({
  definition: { filters },
}: Pick<ViewProps<Filter, Sort>, 'definition'>): Partial<ListView<Filter, Sort>> {
  const [all] = filters;
  return { saved: null, where: EVERYWHERE, ...(all && { filter: all.value }) };
}

/** What a saved view shows; a filter or an order that only a newer app knows is left as it is by itself. */
export function viewOf<Filter extends string, Sort extends string>(
  saved: Pick<ShownView, 'id' | 'filter' | 'sort' | 'where'> & {
    columns: readonly string[] | null;
  },
  props: Pick<ViewProps<Filter, Sort>, 'definition'>,
): Partial<ListView<Filter, Sort>> {
  const { filters, sorts } = props.definition;
  const filter = filters.find(({ value }) => value === saved.filter);
  const sort = sorts.find(({ value }) => value === saved.sort);
  return {
    ...wholeOf(props),
    query: '',
    saved: saved.id,
    where: saved.where,
    columns: saved.columns,
    ...(filter && { filter: filter.value }),
    ...(sort && { sort: sort.value }),
  };
}
