import { vi } from 'vitest';

// Hashes passwords at the least cost that argon2 takes. The cost is no setting of the product, so
// nothing but a test can lower it. A server started as a program (program.ts) keeps the real cost.
vi.mock('#server/domain/accounts/password-cost.ts', () => ({
  PASSWORD_COST: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}));
