import { isSafeAddress, textOfLinks } from '#contract/paths/links.ts';
import { numbersIn } from '#contract/values/phone.ts';
import { readDay } from '#contract/values/read-day.ts';
import type { FormTexts } from '#pwa/features/applications/form-texts.ts';
import { guessed } from '#pwa/features/import/columns.ts';
import { BadFile, readTable } from '#pwa/features/import/read-table.ts';
import { readMessage } from '#pwa/features/inquiry/read-message.ts';
import { textOfFile } from '#pwa/lib/text/read-csv.ts';
import { readVCards, type VCard } from '#pwa/lib/text/read-vcards.ts';
import { WEB_ADDRESSES } from '#pwa/lib/text/web-addresses.ts';
import type { Share } from '#pwa/visitor/shares.ts';

/** What something shared says; '' and null where it says nothing. */
export interface SharedContent {
  message: string;
  /** For the form of an application. */
  texts: Partial<FormTexts>;
  /** A table, or contacts, for the import. */
  table: { file: Blob; rows: number } | null;
  /** Why its file cannot be read. */
  fault: BadFile['fault'] | 'unreadable' | null;
}

/** Reads something shared. It comes from anybody: a text stays a text. Never throws. */
export async function readShare({ value, type }: Share): Promise<SharedContent> {
  const nothing = { message: '', texts: {}, table: null, fault: null };
  try {
    const form = await new Response(value, { headers: { 'Content-Type': type } }).formData();
    const files = form.getAll('files').filter((one) => one instanceof File && one.size > 0);
    const said = ['title', 'text', 'url'].map((name) => textIn(form, name));
    // What comes with a file is often its name.
    const message = files.length > 0 ? (said[1] ?? '') : joined(said);
    const isFile = files.length === 0 && (await isContentOfFile(message));
    if (isFile) return { ...nothing, ...(await ofFile(new Blob([message]))) };
    const texts = message ? textsOf(message, said[0] ?? '') : {};
    if (files.length === 0)
      return { ...nothing, message, texts, fault: message ? null : 'unreadable' };
    // Several contacts come in several files.
    const file = new Blob(files.flatMap((one, at) => (at > 0 ? ['\n', one] : [one])));
    const read = await ofFile(file);
    return { ...nothing, message, ...read, texts: { ...texts, ...read.texts } };
  } catch (error) {
    console.error(error);
    return { ...nothing, fault: 'unreadable' };
  }
}

function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === 'string' ? text.replace(/\r\n?/g, '\n').trim() : '';
}

/** Without what another text says, too: apps put the address into the text. */
function joined(said: readonly string[]): string {
  const isTwice = (one: string, at: number) =>
    said.some((other, n) => n !== at && other.includes(one) && (other !== one || n < at));
  return said.filter((one, at) => one && !isTwice(one, at)).join('\n');
}

/** Somebody may have copied a vCard, or a table whose headings are known. */
async function isContentOfFile(text: string): Promise<boolean> {
  if (readVCards(text).length > 0) return true;
  const table = text.includes('\n') && (await readTable(new Blob([text])).catch(() => null));
  return table ? guessed(table.headings).filter((field) => field !== null).length >= 2 : false;
}

async function ofFile(file: Blob): Promise<Partial<SharedContent>> {
  const [card, ...others] = readVCards(textOfFile(await file.arrayBuffer()));
  if (card && others.length === 0) return { texts: textsOfCard(card) };
  try {
    return { table: { file, rows: (await readTable(file)).rows.length } };
  } catch (error) {
    if (error instanceof BadFile) return { fault: error.fault };
    throw error;
  }
}

function textsOfCard({ name, email, phone, birthday, org, links, note }: VCard) {
  const dateOfBirth = readDay(birthday, null)?.day ?? '';
  const own = { playerName: name, email, phone, dateOfBirth, currentClub: org };
  return { ...own, links: linksAmong(links), agentNotes: note };
}

function textsOf(message: string, title: string): Partial<FormTexts> {
  const addresses = message.match(WEB_ADDRESSES) ?? [];
  const { email, phone } = readMessage(message);
  // Neither a number within an address nor a short one is a phone number.
  const plain = message.replace(WEB_ADDRESSES, ' ').replace(email, ' ');
  const local = numbersIn(plain).find(({ number }) => /^0|.{9}/.test(number));
  const links = linksAmong(addresses, addresses.length === 1 ? title : '');
  return { email, phone: phone || (local?.typed ?? ''), links, agentNotes: message };
}

function linksAmong(addresses: readonly string[], title = ''): string {
  const safe = [...new Set(addresses)].filter(isSafeAddress);
  return textOfLinks(safe.map((url) => ({ title: title.replace(/\s+/g, ' '), url })));
}
