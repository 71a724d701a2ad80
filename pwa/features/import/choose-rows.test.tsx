// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { ChooseRows } from './choose-rows.tsx';
import { readTable } from './read-table.ts';
import { leftOutFile } from './reasons.ts';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }));

async function choosing(...lines: string[]) {
  const { user } = signedIn();
  const table = await readTable(new Blob([lines.join('\n')]));
  const onImport = vi.fn<Parameters<typeof ChooseRows>[0]['onImport']>();
  const onAnother = vi.fn();
  await show(
    <SyncProvider user={user}>
      <ChooseRows table={table} onImport={onImport} onAnother={onAnother} />
    </SyncProvider>,
  );
  const imported = async () => {
    await doing(() => button('import.submit').click());
    const [drafts, leftOut] = onImport.mock.lastCall ?? [[], []];
    return { drafts, file: await leftOutFile((key) => key, 'en', table, leftOut).text() };
  };
  return { imported, onAnother };
}

test('where no row tells day and month apart, it is asked once, with two examples, before anything is ready', async () => {
  const { imported } = await choosing(
    'Player,Mail,Born',
    'Carl,c@x.org,3/4/2007',
    'Dan,d@x.org,5/6/2008',
  );
  await until(() => expect(document.body.textContent).toContain('import.order'));
  expect(document.body.textContent).not.toContain('import.preview');
  await doing(() => button('import.monthFirst').click());
  await until(() => expect(button('import.submit').disabled).toBe(false));
  const { drafts } = await imported();
  expect(drafts.map(({ dateOfBirth }) => dateOfBirth)).toEqual(['2007-03-04', '2008-05-06']);
});

test('a wrong value is mended in its cell and imported; rows that are left out are saved with the reason', async () => {
  const { imported } = await choosing(
    'Name;Telefon;Mail;Geburtsdatum',
    'Jonas;4,91577E+11;jonas@x.org;12.03.2007 00:00',
    'Paul;;nobody;',
    'Ida;;ida@x.org;12.03.07',
  );
  await until(() => expect(cells()).toHaveLength(2));
  const [phone] = cells();
  expect(phone?.value).toBe('4,91577E+11');
  await type(phone, '+49 157 71234567');
  await until(() => expect(button('import.submit').disabled).toBe(false));
  // It stays where it was typed.
  expect(cells()[0]).toBe(phone);

  const { drafts, file } = await imported();
  expect(drafts).toMatchObject([
    { playerName: 'Jonas', phone: '+49 157 71234567', dateOfBirth: '2007-03-12' },
  ]);
  const [head, ...lines] = file.trim().split('\r\n');
  expect(head).toBe('Name,Telefon,Mail,Geburtsdatum,import.why');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Paul,,nobody,,applicationForm.email:');
  expect(lines[1]).toContain('12.03.07,applicationForm.dateOfBirth: import.reasons.century');
});

test('another file is chosen at once, but not before a question once a value is mended', async () => {
  const { onAnother } = await choosing('Name,Mail', 'Ida,nobody');
  await until(() => expect(cells()).toHaveLength(1));
  await doing(() => button('import.another').click());
  expect(onAnother).toHaveBeenCalledTimes(1);

  await type(cells()[0], 'ida@x.org');
  await until(() => expect(button('import.submit').disabled).toBe(false));
  await doing(() => button('import.another').click());
  await doing(() => button('leave.stay').click());
  expect(onAnother).toHaveBeenCalledTimes(1);
  await doing(() => button('import.another').click());
  await doing(() => button('leave.leave').click());
  expect(onAnother).toHaveBeenCalledTimes(2);
});

test('a doubtful row is imported only when the person says so', async () => {
  const { imported } = await choosing('Name,Mail,Born', 'Ida,ida@x.org,12.03.07');
  await until(() => expect(cells()).toHaveLength(1));
  expect(button('import.submit').disabled).toBe(true);
  await doing(() => the<HTMLInputElement>('input[type=checkbox]').click());
  const { drafts } = await imported();
  expect(drafts).toMatchObject([{ dateOfBirth: '2007-03-12' }]);
});

function cells(): HTMLTextAreaElement[] {
  return [...document.querySelectorAll('textarea')];
}

async function type(cell: HTMLTextAreaElement | undefined, text: string): Promise<void> {
  if (!cell) throw new Error('No cell can be mended.');
  await doing(() => {
    cell.value = text;
    cell.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
}

function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) =>
    one.textContent?.startsWith(words),
  );
  if (!found) throw new Error(`No button says ${words}.`);
  return found;
}

/** React shows what has come only between two acts. */
async function until(expectation: () => unknown): Promise<void> {
  await vi.waitFor(async () => {
    await doing(() => new Promise((later) => setTimeout(later, 10)));
    expectation();
  }, 5_000);
}
