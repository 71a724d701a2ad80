import { expect, test } from 'vitest';
import { SHARED_FAULTS } from './faults.ts';
import type { Summary } from './main.ts';
import { MINUTES, simulate } from './run-program.ts';

test(
  'two servers on one PostgreSQL database: a history that its reader finds true, and replicas equal',
  async () => {
    const options = ['--database=postgresql', '--seeds', '1-4', '--steps', '60'];
    const { result, said } = await simulate<Summary>(...options);
    expect(result.failed, said).toBeNull();
    expect(result.seeds).toBe(4);
    for (const name of SHARED_FAULTS) expect(result.faults[name], name).toBeGreaterThan(0);
  },
  MINUTES,
);
