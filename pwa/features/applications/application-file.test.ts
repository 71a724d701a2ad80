import { expect, test } from 'vitest';
import type { ApplicationDraft } from '#contract/applications.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { LANGUAGE_CODES, STATUSES } from '#contract/fields/vocabulary.ts';
import { checkRows } from '#pwa/features/import/check-rows.ts';
import { guessed, statusIn } from '#pwa/features/import/columns.ts';
import { readTable } from '#pwa/features/import/read-table.ts';
import { shippedTexts } from '#pwa/i18n/all-texts.ts';
import { translate } from '#pwa/i18n/translate.ts';
import { csvFile } from '#pwa/lib/text/csv.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { aDraft } from '#server/test/bodies.ts';
import { applicationFile } from './application-file.ts';

const FIELDS: ApplicationDraft = {
  ...aDraft,
  playerName: 'Zoë "Zo" Ünal',
  nationality: null,
  currentClub: 'Élche; CF',
  position: null,
  links: 'Video https://v.example/1\nhttps://v.example/2',
  agentNotes: '=1+1\nsecond line',
};

const row = {
  ...FIELDS,
  id: '0190a0e2-0000-7000-8000-000000000001',
  status: 'in_review',
  followUpOn: '2026-12-01T09:30',
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-02T12:00:00.000Z',
} as ApplicationRow;

test.each(LANGUAGE_CODES)(
  'a file in %s comes back through the import as it was',
  async (language) => {
    const texts = await shippedTexts(language);
    const columns = applicationFile((key, values) =>
      translate(texts, undefined, language, key, values),
    );
    const lines = [columns.map(({ head }) => head), columns.map(({ text }) => text(row) ?? '')];
    const { headings, headingsAt, rows } = await readTable(csvFile(lines, language));
    const mapping = guessed(headings);
    expect(mapping.slice(0, namesOf(APPLICATION_FIELDS).length)).toEqual(
      namesOf(APPLICATION_FIELDS),
    );
    expect(mapping.slice(namesOf(APPLICATION_FIELDS).length)).toEqual([
      'status',
      'followUpOn',
      null,
      null,
    ]);
    const table = { headings, headingsAt, rows };
    const reading = { order: null, mends: {} };
    const [checked] = (await checkRows(table, mapping, [], () => false, reading)) ?? [];
    expect(checked?.draft).toMatchObject({
      ...FIELDS,
      status: row.status,
      followUpOn: row.followUpOn,
    });
    for (const status of STATUSES) {
      const words = [status, texts.status[status], texts.statusShort[status].toUpperCase()];
      expect(words.map(statusIn)).toEqual([status, status, status]);
    }
    expect(rows[0]?.cells.slice(-4)).toEqual([
      texts.status.in_review,
      '2026-12-01T09:30',
      '2026-11-01',
      '2026-11-02',
    ]);
  },
);
