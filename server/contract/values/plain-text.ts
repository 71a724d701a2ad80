/** True for a text of ASCII only, which needs none of what this room does. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** A text without characters that show nothing: zero-width letters, soft hyphens, direction marks, fillers. */
export function withoutMarks(text: string): string {
  return isAscii(text) ? text : text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** A text with Arabic and Persian digits as 0 to 9. */
export function withLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** What a person sees of a text, without blanks; empty if that is nothing. */
export function visiblePart(text: string): string {
  return withoutMarks(text).replace(/[\s\p{Cc}\u2800]/gu, '');
}

/** A name without blanks and invisible marks around it. Inside they may join letters or an emoji. */
export function trimmedName(name: string): string {
  return name.replace(AROUND, '');
}

const MARKS = String.raw`[\s\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]+`;
const AROUND = new RegExp(`^${MARKS}|${MARKS}$`, 'g');
