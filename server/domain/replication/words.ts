/** Narrows a stored text to one of the words. Throws for any other text. */
export function wordOf<const W extends string>(words: readonly W[], stored: string): W {
  const word = words.find((each) => each === stored);
  if (word === undefined)
    throw new Error(`The database holds "${stored}", not ${words.join('/')}.`);
  return word;
}
