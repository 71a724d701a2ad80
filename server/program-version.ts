import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM_FOLDER } from '#prisma/program-folder.ts';

/** The version of this program, such as `1.0.0`; that of a release names its commit: `1.0.0+20261125.5f884f2`. */
export const PROGRAM_VERSION = String(
  JSON.parse(readFileSync(join(PROGRAM_FOLDER, 'package.json'), 'utf8')).version,
);
