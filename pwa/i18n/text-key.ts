import type legal from './locales/en/legal.json';
import type office from './locales/en/office.json';
import type site from './locales/en/site.json';

/** The texts of one language as they stand in a file: groups of groups, with texts as leaves. */
export interface Texts {
  [key: string]: string | Texts;
}

/** What a text may take in: `{{name}}` is replaced by the value of `name`; `count` picks a plural. */
export type TextValues = Record<string, string | number>;

export type SiteTexts = typeof site;
export type OfficeTexts = typeof office;
export type LegalTexts = typeof legal;

/** Dot paths of the public page's texts: all that code reachable from the landing entry may use. */
export type SiteKey = Paths<SiteTexts>;
export type OfficeKey = Paths<OfficeTexts>;
type LegalKey = Paths<LegalTexts>;

/** Every text of the product. A text with plural forms is named without its suffix. */
export type TextKey = SiteKey | OfficeKey | LegalKey;

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : K;
