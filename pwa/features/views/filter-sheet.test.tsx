// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { EVERYWHERE, NOTHING, type Where } from '#pwa/lib/text/where.ts';
import type { RecordField } from '#pwa/records/record-definition.ts';
import { doing, show } from '#pwa/test/show.tsx';
import { ActiveFilters } from './filter-sheet.tsx';

const chips = () => [...document.querySelectorAll('button')];
const said = () => chips().map(({ textContent }) => textContent);

test('each filter is said, and is taken away alone or with all others', async () => {
  const filters = {
    followUpOn: 'this-week',
    dateOfBirth: '2008..2010-03-24',
    nationality: NOTHING,
    position: ' Striker ',
    shoeSize: '44',
  };
  const onView = await shown(applicationDefinition, filters);
  expect(said()).toEqual([
    'applications.columns.positionStriker',
    'applicationDetail.nationalityapplicationDetail.notGiven',
    'applicationDetail.dateOfBirth2008 – Mar 24, 2010',
    'views.followUpThisWeek',
    'views.clearAll',
  ]);
  await doing(() => chips()[0]?.click());
  const { position: _, ...others } = filters;
  expect(onView).toHaveBeenLastCalledWith({ where: others });
  await doing(() => chips()[4]?.click());
  expect(onView).toHaveBeenLastCalledWith({ where: EVERYWHERE });
});

test('the last filter leaves none, and a list without one has no line for them', async () => {
  const onView = await shown(contactDefinition, { inquiryType: 'club_recruitment' }, 'contacts');
  expect(said()).toEqual(['contacts.columns.inquiryTypeClub recruitment']);
  await doing(() => chips()[0]?.click());
  expect(onView).toHaveBeenLastCalledWith({ where: EVERYWHERE });
  expect(onView.mock.lastCall?.[0].where).toBe(EVERYWHERE);
});

test('blank text is no filter', async () => {
  await shown(applicationDefinition, { position: '  ' });
  expect(document.querySelector('fieldset')).toBeNull();
});

async function shown<Row>(
  definition: { fields: readonly RecordField<Row>[] },
  where: Where,
  tab: 'applications' | 'contacts' = 'applications',
) {
  const onView = vi.fn<Parameters<typeof ActiveFilters>[0]['onView']>();
  const view = { query: '', filter: 'all', sort: 'updated', saved: null, where };
  await show(
    <ActiveFilters tab={tab} definition={definition} rows={[]} view={view} onView={onView} />,
  );
  return onView;
}
