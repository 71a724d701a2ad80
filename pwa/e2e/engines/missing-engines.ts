import { missingEngines } from '#server/test/programs.ts';

/** Says in one line which engines the journeys leave out. */
export default function setup(): void {
  const missing = missingEngines();
  if (missing.length === 0) return;
  const titles = missing.map(({ title }) => title).join(' and ');
  const packages = missing.flatMap((each) => each.packages).join(' ');
  console.warn(`Not tested in ${titles}: on Debian "apt-get install ${packages}".`);
}
