/** The reason of a rejected promise. Throws when the promise is fulfilled. */
export async function reasonOf(promise: PromiseLike<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === 'fulfilled') throw new Error('The promise was to be rejected.');
  return outcome.reason;
}
