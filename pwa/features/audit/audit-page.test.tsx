// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { connection } from '#pwa/lib/connection.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { MirrorProvider } from '#pwa/local/database/mirror-context.tsx';
import { doing, show, the } from '#pwa/test/show.tsx';
import { auditFile } from './audit-file.ts';
import { AuditPage } from './audit-page.tsx';

// Narrower windows have rows instead of a table.
Object.assign(window, { innerWidth: 1_440 });

const ACCOUNTS = [{ id: 4, username: 'marta' }];

function anEntry(id: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at: '2026-03-05T12:00:00.000Z',
    kind: 'signed-in',
    actor: 'user',
    userId: 4,
    subject: null,
    detail: null,
    count: 1,
    place: 'networkdigest000000000',
    name: null,
    requestId: 'request-id-1',
    ...more,
  };
}

interface Asked {
  kind?: string | null;
  before?: number;
  limit?: number;
  from?: string;
  to?: string;
}

/** A server with these entries, newest first; `asked` are the bodies that it got. */
function aLog(entries: readonly AuditEntry[], pageOf = 50) {
  const asked: Asked[] = [];
  let fault: Response | null = null;
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const query = JSON.parse(body) as Asked;
    asked.push(query);
    if (fault) return fault.clone();
    const fitting = entries.filter(
      ({ id, kind }) => id < (query.before ?? 99_999) && (!query.kind || kind === query.kind),
    );
    const page = fitting.slice(0, pageOf);
    return Response.json({ entries: page, more: fitting.length > pageOf, accounts: ACCOUNTS });
  });
  connection.setState({ isOffline: false, answeredAt: -1 });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    connection.setState({ isOffline: false, answeredAt: -1 });
  });
  return {
    asked,
    fail: (answer: Response | null) => {
      fault = answer;
    },
  };
}

const text = () => document.body.textContent ?? '';
const showPage = () => {
  const mirror = new Mirror(4);
  onTestFinished(() => mirror.close());
  return show(
    <MirrorProvider value={mirror}>
      <AuditPage />
    </MirrorProvider>,
  );
};
const open = async () => {
  await showPage();
  await doing(() => vi.waitUntil(() => !document.querySelector('[class*=skeleton]')));
};
/** The cells of each row, beginning with what it tells. */
const cellsOfRows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' | '),
  );
const buttonWith = (label: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent?.includes(label));

test('an entry tells what, who, to what and from where, by the names of accounts that exist', async () => {
  aLog([
    anEntry(4, { kind: 'contacts-exported', count: 31, detail: '2026-03-05T09:30:00.000Z' }),
    anEntry(3, { kind: 'role-changed', subject: 'user:4', detail: 'admin', userId: 9 }),
    anEntry(2, { kind: 'person-erased', subject: 'contact:7 application:0199f000-0000' }),
    anEntry(1, { kind: 'sign-in-failed', actor: 'visitor', userId: null, count: 49, name: 'abc' }),
  ]);
  await open();
  await doing(() => vi.waitUntil(() => text().includes('audit.kinds.role-changed')));
  const [newest, first, second, third] = cellsOfRows();
  expect(first).toMatch(/role\.admin \| .+ \| #9 \| marta \| /);
  expect(second).toContain('| marta | audit.records.contact, audit.records.application |');
  expect(third).toContain('49 ×');
  expect(third).toContain('audit.actors.visitor');
  expect(third).toContain('audit.name');
  expect(newest).toMatch(
    /^audit\.kinds\.contacts-exportedaudit\.details\.madeAt .* \| contacts\.total \| /,
  );
});

test('a kind that only a newer server knows shows its own word', async () => {
  aLog([anEntry(1, { kind: 'moon-landed', subject: 'rocket:1', detail: 'softly' })]);
  await open();
  await doing(() => vi.waitUntil(() => text().includes('moon-landed')));
  expect(cellsOfRows()[0]).toMatch(/moon-landedsoftly.*rocket:1/);
});

test('older entries follow on demand, each once', async () => {
  const { asked } = aLog(
    [5, 4, 3, 2, 1].map((id) => anEntry(id)),
    2,
  );
  await open();
  await doing(() => vi.waitUntil(() => document.querySelectorAll('tbody tr').length === 2));
  await doing(() => buttonWith('audit.older')?.click());
  await doing(() => vi.waitUntil(() => document.querySelectorAll('tbody tr').length === 4));
  await doing(() => buttonWith('audit.older')?.click());
  await doing(() => vi.waitUntil(() => document.querySelectorAll('tbody tr').length === 5));
  expect(asked.map(({ before }) => before)).toEqual([undefined, 4, 2]);
  expect(buttonWith('audit.older')).toBeUndefined();
});

test('a filter asks for its entries only, a day from its begin to its end on this device', async () => {
  const { asked } = aLog([anEntry(2), anEntry(1, { kind: 'signed-out' })]);
  await open();
  await doing(() => vi.waitUntil(() => document.querySelectorAll('tbody tr').length === 2));
  const choose = (element: HTMLInputElement | HTMLSelectElement, value: string) =>
    doing(() => {
      const { set } =
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {};
      set?.call(element, value);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const [kinds] = document.querySelectorAll('select');
  if (!kinds) throw new Error('There is no choice of kinds.');
  await choose(kinds, 'signed-out');
  await doing(() => vi.waitUntil(() => document.querySelectorAll('tbody tr').length === 1));
  await choose(the<HTMLInputElement>('input[type=date]'), '2026-03-05');
  await doing(() => vi.waitUntil(() => asked.length === 3));
  const { kind, from = '', to = '' } = asked[2] ?? {};
  expect(kind).toBe('signed-out');
  expect(new Date(from)).toEqual(new Date(2026, 2, 5));
  expect(new Date(to)).toEqual(new Date(2026, 2, 6));
});

test('nothing that fits, a failure and no connection are told apart', async () => {
  const log = aLog([]);
  await open();
  await doing(() => vi.waitUntil(() => text().includes('audit.emptyText')));
  document.body.replaceChildren();

  log.fail(Response.json({ message: 'No.', code: 'internal' }, { status: 500 }));
  await showPage();
  await doing(() => vi.waitUntil(() => text().includes('audit.errorTitle')));
  log.fail(null);
  await doing(() => [...document.querySelectorAll('button')].at(-1)?.click());
  await doing(() => vi.waitUntil(() => text().includes('audit.emptyText')));
  document.body.replaceChildren();

  connection.setState({ isOffline: true });
  await showPage();
  expect(text()).toContain('audit.offlineTitle');
  expect(buttonWith('audit.save')?.disabled).toBe(true);
  await doing(() => connection.setState({ isOffline: false }));
  await doing(() => vi.waitUntil(() => text().includes('audit.emptyText')));
});

test('the file has every page, and no cell that a spreadsheet would calculate; the log hears of it', async () => {
  const { asked } = aLog(
    [anEntry(3, { detail: '=1+1' }), anEntry(2, { userId: 9, place: '-dash' }), anEntry(1)],
    2,
  );
  const file = await auditFile({ kind: null, userId: null, day: null }, 'en', 4);
  const [head, ...lines] = (await file.text()).trim().split('\r\n');
  expect(head).toContain(
    'id,at,kind,actor,userId,subject,detail,count,place,name,requestId,username',
  );
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(",'=1+1,");
  expect(lines[1]).toContain(",'-dash,");
  expect(lines.map((line) => line.endsWith(',marta'))).toEqual([true, false, true]);
  expect(asked.at(-1)).toEqual({ list: 'audit', rows: 3 });
});
