/** The cost of argon2id: 19 MiB, two passes, one lane (OWASP's second choice of equal strength). */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
