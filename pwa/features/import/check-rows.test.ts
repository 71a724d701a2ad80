import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_CHOICE } from '#contract/fields/choice-of.ts';
import { ENDS_FIRST, UNREACHABLE } from '#contract/values/reachable-draft.ts';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { checkRows, type Reading } from './check-rows.ts';
import { guessed, mappingFor, rememberMapping } from './columns.ts';
import { daysOf } from './read-row.ts';
import { readTable, type Table } from './read-table.ts';

const READING: Reading = { order: null, mends: {} };
const KNOWN = [
  {
    ...{ playerName: 'Ana Ruiz', email: 'ana@example.org', phone: '+34 600 000 001' },
    ...{ dateOfBirth: null, currentClub: 'CD Ejemplo' },
  },
  {
    ...{ playerName: 'Zoë  Ünal', email: 'zoe@example.org', phone: null },
    ...{ dateOfBirth: '2001-03-24', currentClub: null },
  },
];

function aTable(headings: string[], rows: string[][]): Table {
  const numbered = rows.map((cells, at) => ({ number: at + 2, cells, unclosed: null }));
  return { headings, headingsAt: 1, rows: numbered };
}

async function check(headings: string[], ...rows: string[][]) {
  return checkTable(aTable(headings, rows));
}

async function checkTable(table: Table, mends: Reading['mends'] = {}) {
  const mapping = guessed(table.headings);
  const { order } = daysOf(table, mapping);
  const checked = await checkRows(table, mapping, KNOWN, () => false, { order, mends });
  if (!checked) throw new Error('It ended early.');
  return checked;
}

test.each([
  [
    'Full name',
    'E-Mail address',
    'Mobile',
    'Citizenship',
    'Date of birth',
    'Club',
    'Role',
    'Link',
    'Comments',
  ],
  [
    'Spielername',
    'E-Mail',
    'Handynummer',
    'Nationalität',
    'Geburtsdatum',
    'Aktueller Verein',
    'Position',
    'Profil',
    'Bemerkungen',
  ],
  [
    'Nombre completo',
    'Correo electrónico',
    'Teléfono',
    'País',
    'Fecha de nacimiento',
    'Equipo',
    'Posición',
    'Enlaces',
    'Observaciones',
  ],
  [
    'Nom du joueur',
    'Courriel',
    'Téléphone',
    'Nationalité',
    'Date de naissance',
    'Club actuel',
    'Poste',
    'Liens',
    'Remarques',
  ],
  [
    'Nome e cognome',
    'E-mail',
    'Cellulare',
    'Nazionalità',
    'Data di nascita',
    'Squadra',
    'Ruolo',
    'Link',
    'Osservazioni',
  ],
  [
    'playerName',
    'email',
    'phone',
    'nationality',
    'dateOfBirth',
    'currentClub',
    'position',
    'links',
    'agentNotes',
  ],
])('headings in each language name their fields: %s …', (...headings) => {
  expect(guessed(headings)).toEqual([
    'playerName',
    'email',
    'phone',
    'nationality',
    'dateOfBirth',
    'currentClub',
    'position',
    'links',
    'agentNotes',
  ]);
});

describe('a row', () => {
  test('becomes a draft: names are joined, days and addresses are read as people write them', async () => {
    const [row] = await check(
      [
        'Vorname',
        'Nachname',
        'E-Mail',
        'Geburtsdatum',
        'Transfermarkt',
        'Video',
        'Notiz',
        'Shoe size',
      ],
      [
        'Bo',
        'Berg',
        'bo@example.org',
        '4.3.2001',
        'www.transfermarkt.example/bo',
        'Best https://v.example/1',
        '=1+1',
        '44',
      ],
    );
    expect(row).toMatchObject({ row: { number: 2 }, errors: {}, doubts: {}, duplicate: null });
    expect(row?.draft).toMatchObject({
      playerName: 'Bo Berg',
      email: 'bo@example.org',
      phone: null,
      nationality: null,
      dateOfBirth: '2001-03-04',
      currentClub: null,
      position: null,
      links: 'Transfermarkt https://www.transfermarkt.example/bo\nBest https://v.example/1',
      agentNotes: '=1+1',
    });
  });

  test('has choices in any language, a height with its unit, and days to come', async () => {
    const [ana, bo, ida] = await check(
      ['Name', 'Mail', 'Starker Fuß', 'Height', 'Mandat exclusif', 'Contract until'],
      ['Ana Ruiz', 'ana@example.org', 'links', '183 cm', 'Oui', '30.06.2031'],
      ['Bo Berg', 'bo@example.org', 'ambidestro', '', 'no', '30.06.99'],
      ['Ida Ito', 'ida@example.org', 'middle', '20', '', ''],
    );
    expect(ana?.draft).toMatchObject({
      foot: 'left',
      heightCm: 183,
      mandateExclusive: 'yes',
      contractUntil: '2031-06-30',
    });
    expect(bo?.draft).toMatchObject({
      foot: 'both',
      mandateExclusive: 'no',
      contractUntil: '2099-06-30',
    });
    expect(bo?.doubts).toEqual({ contractUntil: 'century' });
    expect(ida?.errors).toEqual({
      foot: NO_CHOICE,
      heightCm: 'Please enter a whole number from 100 to 230.',
    });
  });

  test('has a mandate that begins before it ends', async () => {
    const [row] = await check(
      ['Name', 'Mail', 'Mandate from', 'Mandate until'],
      ['Ana Ruiz', 'ana@example.org', '2026-02-01', '2026-01-31'],
    );
    expect(row?.errors).toEqual({ mandateUntil: ENDS_FIRST });
  });

  test('has its errors at the cell, and the others are not lost', async () => {
    const [row] = await check(
      ['Name', 'Mail', 'Born', 'Links'],
      ['B', 'nobody', '31.2.2001', 'javascript:alert(1)'],
    );
    expect(row).toMatchObject({ draft: null, texts: { playerName: 'B', email: 'nobody' } });
    expect(Object.keys(row?.errors ?? {})).toEqual(['playerName', 'email', 'dateOfBirth', 'links']);
    const [missing, called] = await check(
      ['Name', 'Mail', 'Phone'],
      ['Bo Berg', '', ''],
      ['Bo Berg', '', '0600 123 456'],
    );
    expect(missing?.errors).toEqual({ email: UNREACHABLE });
    expect([called?.errors, called?.draft?.email]).toEqual([{}, '']);
  });

  test('is found to be about somebody who is here, or in another row', async () => {
    const rows = await check(
      ['Name', 'Mail', 'Phone', 'Birthday'],
      ['A. Ruiz', 'ANA@example.org', '', ''],
      ['Ana', 'new@example.org', '0034600000001', ''],
      ['zoe unal', 'other@example.org', '', '2001-03-24'],
      ['Zoe Unal', 'third@example.org', '', '1999-01-01'],
      ['Zoe', 'THIRD@example.org', '', ''],
      ['Ruiz, Ána', 'fourth@example.org', '', '2002-02-02'],
      ['Ana Ruiz', 'fifth@example.org', '', '2003-03-03'],
    );
    expect(rows.map(({ duplicate }) => duplicate)).toEqual([
      { by: 'email', name: 'Ana Ruiz', row: null },
      { by: 'phone', name: 'Ana Ruiz', row: null },
      { by: 'birth', name: 'Zoë  Ünal', row: null },
      null,
      { by: 'email', name: null, row: 5 },
      { by: 'name', name: 'Ana Ruiz, CD Ejemplo', row: null },
      { by: 'name', name: 'Ana Ruiz, CD Ejemplo', row: null },
    ]);
  });

  test('has the status that its file says; of another word it is told that it starts as Pending', async () => {
    const rows = await check(
      ['Name', 'Mail', 'Stand', 'Status'],
      ['Bo Berg', 'bo@example.org', '', 'Vertrag angeboten'],
      ['Cy Cole', 'cy@example.org', '', 'Prospect'],
      ['Di Dorn', 'di@example.org', '', ''],
    );
    expect(rows.map(({ draft }) => draft?.status)).toEqual([
      'contract_offered',
      undefined,
      undefined,
    ]);
    expect(rows.map(({ doubts }) => doubts)).toEqual([{}, { status: 'status' }, {}]);
  });

  test('with slashes in its day is read month first only if another day of the file shows it', async () => {
    const days = async (...written: string[]) => {
      const rows = await check(['Born'], ...written.map((day) => [day]));
      return rows.map(({ texts }) => texts.dateOfBirth);
    };
    expect(await days('3/4/2001', '24/3/2001')).toEqual(['2001-04-03', '2001-03-24']);
    expect(await days('3/4/2001', '3/24/2001')).toEqual(['2001-03-04', '2001-03-24']);
    expect(await days('9/15/2008', '15/9/2008')).toEqual(['2008-09-15', '2008-09-15']);
    expect(await days('2001-03-24T00:00:00Z', 'soon')).toEqual(['2001-03-24', 'soon']);
  });
});

test('10,000 rows are checked in turns, and the work ends when something else is chosen', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [`Player ${n}`, `p${n}@example.org`]);
  const table = aTable(['Name', 'Mail'], rows);
  const turns: number[] = [];
  const mapping = guessed(table.headings);
  const checked = await checkRows(table, mapping, [], (done) => turns.push(done) < 0, READING);
  expect(checked).toHaveLength(10_000);
  expect(turns).toHaveLength(20);
  expect(await checkRows(table, mapping, [], (done) => done >= 1_000, READING)).toBeNull();
});

test.each([
  [
    'of Google Contacts',
    ['First Name', 'Last Name', 'E-mail 1 - Value', 'Phone 1 - Value', 'Birthday'],
  ],
  ['of Outlook', ['First Name', 'Last Name', 'E-mail Address', 'Mobile Phone', 'Birthday']],
  ['of a German club', ['Name, Vorname', 'Nachname', 'Mail', 'Handy', 'Geb.-Datum']],
  ['of a Spanish club', ['Nombre', 'Apellidos', 'Correo', 'Móvil', 'F. Nacimiento']],
  ['of a French club', ['NOM', 'Prénom', 'Mél', 'Tél. portable', 'Né(e) le']],
  ['of a school', ['Athlete', 'Player Name', 'E-Mail', 'Cell Phone', 'DOB']],
  ['of an American coach', ['Last', 'First', 'E-mail (parent)', 'Cell #', 'Birth date']],
  ['of a database', ['first_name', 'last_name', 'email_address', 'mobile_number', 'birth_date']],
  [
    'of Outlook in German',
    ['Weitere Vornamen', 'Zuname', 'E-Mail 1', 'Telefon (privat)', 'Geb. am'],
  ],
  [
    'of Outlook, with a middle name',
    ['First Name', 'Middle Name', 'E-mail', 'Phone 1', 'Birthday'],
  ],
  [
    'of a Spanish federation',
    ['Primer apellido', 'Segundo apellido', 'Correo-e', 'Tfno.', 'F. Nac.'],
  ],
  ['of an Italian federation', ['Cognome e nome', 'Nominativo', 'E_MAIL', 'CELL.', 'Data nascita']],
  ['of a French club', ['Nom et prénom', 'Prénom(s)', 'Adresse e-mail', 'N° de tél.', 'Né(e) le']],
  ['with qualifiers', ['Vorname', 'Nachname', 'E-Mail privat', 'Telefon mobil', 'Geburtsdatum']],
  ['in English', ['First', 'Last', 'Personal email', 'Phone (mobile)', 'DOB']],
  ['in French', ['Prénom', 'Nom', 'E-mail personnel', 'Tél. mobile', 'Date de naissance']],
  ['in Spanish', ['Nombre', 'Apellidos', 'Correo personal', 'Teléfono móvil 2', 'Nacimiento']],
  ['in Italian', ['Nome', 'Cognome', 'E-mail privata', 'Telefono casa', 'Data di nascita']],
  ['of a mobile at work', ['First', 'Last', 'Work E-Mail', 'Mobile work', 'Birthday']],
])('the headings %s are known', (_, headings) => {
  const fields = ['playerName', 'playerName', 'email', 'phone', 'dateOfBirth'];
  expect(guessed(headings)).toEqual(fields);
});

test('the headings of a table of players are known', () => {
  const headings = ['Player', 'Pos.', 'Date of birth/Age', 'Nat.', 'Current team'];
  expect(guessed(headings)).toEqual([
    'playerName',
    'position',
    'dateOfBirth',
    'nationality',
    'currentClub',
  ]);
});

test('a heading that says more than a kind of address is not guessed', () => {
  const headings = ['Phone 1 - Type', 'E-mail sent', 'Private', 'Name (private)', 'Private name'];
  expect(guessed(headings)).toEqual(headings.map(() => null));
});

test('a choice is remembered for the heading, in any file', () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  onTestFinished(() => void vi.unstubAllGlobals());
  const headings = ['Shoe size', 'Name'];
  expect(mappingFor(7, headings)).toEqual([null, 'playerName']);
  rememberMapping(7, headings, ['agentNotes', null]);
  expect(mappingFor(7, ['NAME', 'shoe-size', 'Mail'])).toEqual([null, 'agentNotes', 'email']);
  expect(mappingFor(8, headings)).toEqual([null, 'playerName']);
});

describe('what a spreadsheet or a person has left in a file', () => {
  const file = async (...lines: string[]) =>
    checkTable(await readTable(new Blob([lines.join('\n')])));

  test('an eaten number is an error at its cell, and identifies nobody', async () => {
    const rows = await file(
      'Name;Telefon;E-Mail',
      'Jonas;4,91577E+11;jonas@x.org',
      'Paul;4,91577E+11;paul@x.org',
      'Ida;4.91577E+11;ida@x.org',
    );
    for (const { draft, errors, duplicate } of rows) {
      expect({ draft, duplicate }).toEqual({ draft: null, duplicate: null });
      expect(errors).toEqual({
        phone: 'A spreadsheet has replaced digits of this number. Please enter it again.',
      });
    }
  });

  test('an unclosed quote is an error of its own cell, the rows below are their own', async () => {
    const rows = await file(
      'Name,E-mail,Notes',
      'Ada One,ada@x.org,"tall, left foot',
      'Bea Two,bea@x.org,fast',
      'Cea Three,cea@x.org,calm',
    );
    expect(rows.map(({ errors }) => errors)).toEqual([{ agentNotes: 'quote' }, {}, {}]);
    expect(rows.map(({ draft }) => draft?.agentNotes)).toEqual([undefined, 'fast', 'calm']);
  });

  test('whole rows within a closed quote are told', async () => {
    const [row] = await file('Name,E-mail,Notes', 'Ada,ada@x.org,"tall\nBea,bea@x.org,fast"');
    expect(row?.doubts).toEqual({ agentNotes: 'rows' });
  });

  test.each([
    [['Full Name', 'First Name', 'Last Name'], ['Bo Berg', 'Bo', 'Berg'], 'Bo Berg', undefined],
    [
      ['Full Name', 'First Name', 'Last Name'],
      ['Bo Max Berg', 'Bo', 'Berg'],
      'Bo Max Berg',
      undefined,
    ],
    [['Full Name', 'First Name', 'Last Name'], ['Berg, Bo', 'Bo', 'Berg'], 'Bo Berg', undefined],
    [['Full Name', 'First Name', 'Last Name'], ['', 'Bo', 'Berg'], 'Bo Berg', undefined],
    [['Full Name', 'First Name', 'Last Name'], ['Ana Ruiz', 'Bo', 'Berg'], 'Bo Berg', 'name'],
    [['Surname', 'First Name'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Nachname', 'Vorname'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Name', 'Vorname'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Nom', 'Prénom'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Apellidos', 'Nombre'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Cognome', 'Nome'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Name', 'Surname'], ['Bo', 'Berg'], 'Bo Berg', undefined],
    [['Last', 'First'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Last Name', 'First Name', 'Middle Name'], ['Berg', 'Bo', 'Max'], 'Bo Max Berg', undefined],
    [
      ['Nombre', 'Primer apellido', 'Segundo apellido'],
      ['Ana', 'Ruiz', 'Paz'],
      'Ana Ruiz Paz',
      undefined,
    ],
    [['Apellido 1', 'Apellido 2', 'Nombre'], ['Ruiz', 'Paz', 'Ana'], 'Ana Ruiz Paz', undefined],
    [['Zuname', 'Vornamen'], ['Berg', 'Bo'], 'Bo Berg', undefined],
    [['Name', 'Name (Vater)'], ['Bo Berg', 'Al Berg'], 'Bo Berg', undefined],
    [['Name', 'Name 2'], ['Bo Berg', 'Al Berg'], 'Bo Berg', undefined],
    [['Name'], ['Berg, Bo'], 'Bo Berg', 'turned'],
    [['Name'], ['Berg;Bo'], 'Bo Berg', 'turned'],
    [['Name'], ['Berg,'], 'Berg', undefined],
    [['Name'], ['Bo\r\nBerg'], 'Bo Berg', undefined],
    [['Vorname', 'Nachname'], ['Bo\u00A0 Max', 'Berg\tOtt'], 'Bo Max Berg Ott', undefined],
    [['Name'], ['Bo Berg, Jr.'], 'Bo Berg, Jr.', undefined],
    [['Name'], ['1. Bo Berg'], '1. Bo Berg', 'numbered'],
    [['Name'], ['#7 Bo Berg'], '#7 Bo Berg', 'numbered'],
    [['Name'], ['12'], '12', 'numbered'],
    [['Name', 'Vorname'], ['12', 'Bo'], 'Bo 12', 'numbered'],
    [['Name'], ['Bo Berg 2'], 'Bo Berg 2', undefined],
    [['Name'], ['Bo Berg / Al Berg'], 'Bo Berg / Al Berg', 'people'],
    [['Name'], ['Bo & Al Berg'], 'Bo & Al Berg', 'people'],
    [['Name'], ['Bo Berg und Al Berg'], 'Bo Berg und Al Berg', 'people'],
    [['Name'], ['Bo Berg\nAl Berg'], 'Bo Berg Al Berg', 'people'],
    [['Name'], ['Berg, Bo; Berg, Al'], 'Berg, Bo; Berg, Al', 'people'],
    [['Name'], ['Ramón y Cajal, Ana'], 'Ana Ramón y Cajal', 'turned'],
    [['Name'], ['MÃ¼ller'], 'MÃ¼ller', 'letters'],
    [['Name'], ['MarÃ\u00ADa'], 'MarÃ\u00ADa', 'letters'],
    [['Name'], ['M\uFFFDller'], 'M\uFFFDller', 'letters'],
    [['Name'], ['Luka Modri?'], 'Luka Modri?', 'letters'],
    [['Vorname', 'Nachname'], ['£ukasz', 'Berg'], '£ukasz Berg', 'letters'],
    [['Name'], ['JOÃO M.ª GAL·LA'], 'JOÃO M.ª GAL·LA', undefined],
    [['Name'], ['bo@x.org'], 'bo@x.org', 'address'],
    [['Name'], ['Bo Berg <bo@x.org>'], 'Bo Berg <bo@x.org>', 'address'],
  ])('the name of %j %j is %s', async (headings, cells, name, doubt) => {
    const [row] = await check([...headings, 'Mail'], [...cells, 'bo@x.org']);
    expect([row?.texts.playerName, row?.doubts.playerName]).toEqual([name, doubt]);
  });

  test.each([
    ['\u200Bana@x.org\uFEFF', 'ana@x.org'],
    ['mailto:ana@x.org', 'ana@x.org'],
    ['Ana Ruiz <ana@x.org>', 'ana@x.org'],
    ['ana@müller.de', 'ana@xn--mller-kva.de'],
  ])('the address %j is %s', async (cell, email) => {
    const [row] = await check(['Name', 'Mail'], ['Ana', cell]);
    expect(row?.draft?.email).toBe(email);
  });

  test.each([
    ['="015771234567"', '015771234567', undefined],
    ["'015771234567", '015771234567', undefined],
    ['Mobile: +34 600 123 456', 'Mobile: +34 600 123 456', undefined],
    ['my mother', 'my mother', 'number'],
    ['491577000000', '491577000000', 'number'],
    ['491712345678,00', '491712345678,00', 'number'],
    ['491.712.345.678,0', '491.712.345.678,0', 'number'],
    ['491,712,345,678.00', '491,712,345,678.00', 'number'],
    ['06.12.34.56.78', '06.12.34.56.78', undefined],
    ['0171.2345678', '0171.2345678', undefined],
    ['0171 2345678 0172 3456789 0173 4567890', '0171 2345678 0172 3456789 0173 4567890', undefined],
  ])('the number %j is kept as %j, doubtful: %s', async (cell, phone, doubt) => {
    const [row] = await check(['Name', 'Mail', 'Phone'], ['Ana', 'a@x.org', cell]);
    expect([row?.draft?.phone, row?.doubts.phone]).toEqual([phone, doubt]);
  });

  test.each(['-', ' – ', '--', '\u200B', '0.0.00', '00/00/0000', '0000-00-00'])(
    '%j in the place of a value says that there is none',
    async (cell) => {
      const isDay = cell.includes('0.') || cell.includes('00');
      const [row] = await check(
        ['Name', 'Mail', 'Phone', 'Club', 'Video', 'Notes', 'Born'],
        ['Ana', 'a@x.org', ...Array.from({ length: 4 }, () => (isDay ? '' : cell)), cell],
      );
      expect(row).toMatchObject({ errors: {}, doubts: {} });
      expect(row?.draft).toMatchObject({ phone: null, currentClub: null, links: null });
      expect(row?.draft?.dateOfBirth).toBeNull();
    },
  );

  test('headings of which one alone is known are found below the titles of the file', async () => {
    const table = await readTable(
      new Blob(['Liste 2026;;\n;;\nSpieler;Kontakt;Jahrgang\nBo Berg;bo@x.org;2007\n']),
    );
    expect([table.headingsAt, table.headings]).toEqual([3, ['Spieler', 'Kontakt', 'Jahrgang']]);
  });

  test('of two rows of headings the one that names more fields counts', async () => {
    const table = await readTable(
      new Blob(['Name;;Kontakt;;Verein\nVorname;Nachname;E-Mail;Handy;\nBo;Berg;bo@x.org;;FC A\n']),
    );
    expect([table.headingsAt, table.headings]).toEqual([
      2,
      ['Vorname', 'Nachname', 'E-Mail', 'Handy', 'Verein'],
    ]);
  });

  test.each([
    ['https://a.org/1, https://b.org/2', 'https://a.org/1\nhttps://b.org/2'],
    ['www.a.org/1; Best www.b.org/2', 'https://www.a.org/1\nBest https://www.b.org/2'],
    ['Best https://a.org/1 https://b.org/2', 'Best https://a.org/1\nhttps://b.org/2'],
    [
      'Best of 2026 https://a.org/1?to=https://b.org',
      'Best of 2026 https://a.org/1?to=https://b.org',
    ],
  ])('the links %j are %j', async (cell, links) => {
    const [row] = await check(['Name', 'Mail', 'Links'], ['Ana', 'a@x.org', cell]);
    expect(row?.draft?.links).toBe(links);
  });

  test.each([
    ['Eva Vega; Mutter; +34 600 000 000', 'Eva Vega; mother; +34 600 000 000'],
    ['Eva; Père\nBo; Entraîneur; ; bo@x.org', 'Eva; father\nBo; coach; ; bo@x.org'],
    ['Eva; aunt', undefined],
  ])('the people %j are %j', async (cell, people) => {
    const [row] = await check(['Name', 'Mail', 'Familie'], ['Ana', 'a@x.org', cell]);
    expect([row?.draft?.people, row?.doubts]).toEqual([people, {}]);
  });

  test('letters that were lost are told in each field', async () => {
    const [row] = await check(
      ['Name', 'Mail', 'Club', 'Notes', 'Position'],
      ['Ana', 'a@x.org', 'FC KÃ¶ln', 'â‚¬ 5, plays fÃ¼r', 'ST?'],
    );
    expect(row?.doubts).toEqual({ currentClub: 'letters', agentNotes: 'letters' });
  });

  test.each(['#ERROR!', '#NAME?', '#N/A', '#NV', '#¡VALOR!', '#DIV/0!', '####'])(
    '%s is an error wherever it stands',
    async (cell) => {
      const [row] = await check(['Name', 'Mail', 'Club', 'Notes'], [cell, 'a@x.org', cell, cell]);
      expect(row?.errors).toEqual({
        playerName: 'ruined',
        currentClub: 'ruined',
        agentNotes: 'ruined',
      });
    },
  );

  test.each([
    [['12.03.07'], { day: '2007-03-12', doubt: 'century' }],
    [['12.03.2007 0:00'], { day: '2007-03-12', doubt: undefined }],
    [['11.03.2007 23:00'], { day: '2007-03-11', doubt: 'time' }],
    [['39153'], { day: '2007-03-12', doubt: 'serial' }],
  ])('the day %j is read as %j', async (cells, { day, doubt }) => {
    const [row] = await check(['Name', 'Mail', 'Born'], ['Ana', 'a@x.org', ...cells]);
    expect([row?.draft?.dateOfBirth, row?.doubts.dateOfBirth]).toEqual([day, doubt]);
  });

  test.each([
    ['max@x.org.', 'max@x.org', undefined],
    ["'max@x.org'", 'max@x.org', undefined],
    ['max@x.org;', 'max@x.org', undefined],
    ['[max@x.org](mailto:max@x.org)', 'max@x.org', undefined],
    ['"Berg, Max" <max@x.org>', 'max@x.org', undefined],
    ["o'neill@x.org", "o'neill@x.org", undefined],
    ['max@x.org?subject=Trial', 'max@x.org', 'part'],
    ['max@x.org (mother)', 'max@x.org', 'part'],
    ['max@x.org, eva@x.org', 'max@x.org', 'part'],
    ['Max max@x.org', 'max@x.org', 'part'],
    ['max@x,org', undefined, undefined],
    ['max @x.org', undefined, undefined],
  ])('of %j the address is %j, and what else was there is told', async (cell, email, doubt) => {
    const [row] = await check(['Name', 'Mail'], ['Ana', cell]);
    expect([row?.draft?.email, row?.doubts.email]).toEqual([email, doubt]);
    if (email === undefined) expect(row?.texts.email).toBe(cell);
  });

  test.each(['Ruiz; mother: Eva', '=HYPERLINK("x";"Ana")', 'Ruiz, 17'])(
    'the name %j is not turned round',
    async (cell) => {
      const [row] = await check(['Name', 'Mail'], [cell, 'a@x.org']);
      expect([row?.texts.playerName, row?.doubts.playerName]).toEqual([cell, undefined]);
    },
  );

  test('nothing is left out silently: a second value, cells beyond the headings', async () => {
    const rows = await check(
      ['Name', 'Mail', 'E-Mail', 'Phone', 'Mobile'],
      ['Ana', 'a@x.org', 'b@x.org', '+34 600 123 456', '+34 600 123 457'],
      ['Bo', 'bo@x.org', '', '', '', 'tall'],
    );
    expect(rows[0]).toMatchObject({
      draft: { email: 'a@x.org', phone: '+34 600 123 456 / +34 600 123 457' },
      doubts: { email: 'second' },
    });
    expect(rows[1]?.doubts).toEqual({ phone: 'cells' });
  });

  test('days that leave day and month open are asked for with two examples', () => {
    const asked = (...days: string[]) => {
      const table = aTable(
        ['Born'],
        days.map((day) => [day]),
      );
      return daysOf(table, guessed(table.headings));
    };
    expect(asked('3/4/2007', '3/4/2007', '5/6/2008', '7/8/2008')).toEqual({
      order: null,
      open: ['3/4/2007', '5/6/2008'],
    });
    expect(asked('3/4/2007', '24/3/2007')).toEqual({ order: 'day', open: [] });
    expect(asked('3/4/2007', '24/3/2007', '3/24/2007').open).toEqual(['3/4/2007']);
    expect(asked('3/3/2007', '3.4.2007', '2007-04-03')).toEqual({ order: null, open: [] });
    expect(asked('9/15/2008', '15/9/2008')).toEqual({ order: null, open: [] });
    expect(asked('9/15/2008', '15/9/2008', '3/4/2008').open).toEqual(['3/4/2008']);
    const two = aTable(
      ['Born', 'Birthday'],
      [
        ['', '3/4/2007'],
        ['3/24/2007', ''],
      ],
    );
    expect(daysOf(two, guessed(two.headings))).toEqual({ order: 'month', open: [] });
    const other = aTable(
      ['Born', 'Birthday'],
      [
        ['3/24/2007', '24/3/2007'],
        ['', '3/4/2007'],
      ],
    );
    expect(daysOf(other, guessed(other.headings)).open).toEqual(['3/4/2007']);
  });

  test('what is typed in place of a value is neither wrong nor doubtful any more, if the contract takes it', async () => {
    const table = aTable(
      ['Name', 'Mail', 'Phone', 'Born'],
      [['Ana', 'nobody', '4,9E+11', '12.03.07']],
    );
    const [row] = await checkTable(table, {
      2: { email: 'ana@x.org', phone: '+34 600 123 456', dateOfBirth: '13.3.2007' },
    });
    expect(row).toMatchObject({
      errors: {},
      doubts: {},
      draft: { email: 'ana@x.org', phone: '+34 600 123 456', dateOfBirth: '2007-03-13' },
    });
    const [still] = await checkTable(table, { 2: { email: 'none' } });
    expect(Object.keys(still?.errors ?? {})).toEqual(['email', 'phone']);
  });
});
