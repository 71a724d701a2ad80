import { findEngines } from '#server/test/programs.ts';

const PACKAGES = {
  webkit: 'webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb',
  firefox: 'firefox-esr',
};

/** Says in one line which engines the journeys leave out. */
export default function setup(): void {
  const there = findEngines();
  const missing = (['webkit', 'firefox'] as const).filter((engine) => !there.includes(engine));
  if (missing.length === 0) return;
  const install = missing.map((engine) => PACKAGES[engine]).join(' ');
  console.warn(`Not tested in ${missing.join(' and ')}: on Debian "apt-get install ${install}".`);
}
