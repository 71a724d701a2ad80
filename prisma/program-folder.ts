import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the program's own files, `dist/` and `prisma/`: of the sources, or of an unpacked release.
 * The working directory may be another one, and is where the data is.
 */
export const PROGRAM_FOLDER = folderWith(join('prisma', 'migrations'), import.meta.dirname);

/** The build has this module at another depth than the sources. */
function folderWith(path: string, start: string): string {
  let folder = start;
  while (!existsSync(join(folder, path)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
