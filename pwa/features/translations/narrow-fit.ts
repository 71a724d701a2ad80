/** Large texts of the public page as a phone of 320 px shows them: a word that is wider breaks in two. */
const LARGE = [
  { paths: /^hero\.title$/, font: '600 38px', width: 288 },
  { paths: /^callToAction\.title$/, font: '600 38px', width: 288 },
  { paths: /^(about|services|testimonials|contact)\.title$/, font: '600 31px', width: 288 },
  { paths: /^services\.items\.\w+\.title$/, font: '600 24px', width: 288 },
  { paths: /^statistics\.\w+\.value$/, font: '600 28px', width: 136 },
] as const;

/** Measures a word in a font, in pixels. */
type Measure = (word: string, font: string) => number;

/** True if a word of a text is wider than its place on a phone of 320 px. */
export function isTooWide(path: string, text: string, measure: Measure = onCanvas): boolean {
  const large = LARGE.find(({ paths }) => paths.test(path));
  if (!large) return false;
  return text
    .split(/[ \n-]+/)
    .some((word) => measure(word, `${large.font} Fraunces, serif`) > large.width);
}

function onCanvas(word: string, font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return context.measureText(word).width;
}
