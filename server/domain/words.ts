/** A word of a closed list as a column holds it. Throws on any other: the row was not made here. */
export function wordOf<const W extends string>(words: readonly W[], stored: string): W {
  const word = words.find((each) => each === stored);
  if (word === undefined)
    throw new Error(`The database holds "${stored}", not ${words.join('/')}.`);
  return word;
}
