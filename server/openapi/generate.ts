/** Writes the API reference that the server answers at /api/docs. Run by `npm run generate`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDocument } from './document.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = join(root, 'server/http/routes/openapi.gen.json');
writeFileSync(file, `${JSON.stringify(makeDocument(version), null, 1)}\n`);
