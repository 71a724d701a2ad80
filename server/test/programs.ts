import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/**
 * The Chromium for the journeys: the one that CHROMIUM names, else Playwright's own where it is
 * installed, else the system's; undefined when none of them runs (a downloaded one may lack the
 * system's libraries). As root it needs `--no-sandbox`. The PostgreSQL programs are found by
 * findPostgres() (prisma/throwaway-postgres.ts).
 */
export function findChromium(): string | undefined {
  const { CHROMIUM = '', PATH = '' } = process.env;
  const system = PATH.split(delimiter).flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map((program) =>
      join(folder, program),
    ),
  );
  return [CHROMIUM, chromium.executablePath(), ...system].find(runs);
}

function runs(program: string): boolean {
  if (!existsSync(program)) return false;
  return spawnSync(program, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}
