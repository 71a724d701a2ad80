/** What the short name of a class (build/css-modules.ts) begins with: it names the module. */
export const MODULE_OF_CLASS = /^[A-Z][a-z](?=[0-9a-z]+$)/;

/**
 * The rules of a minified style sheet that some markup needs: those without a class of a style module, and those whose
 * classes the markup has.
 *
 * @param markup with all that can be published in it
 * @param isFollowed the whole style sheet follows: rules that only a pointer, a press, a printer or the
 * back office asks for are left to it, 0.2 KB of a document's 12
 */
export function rulesFor(markup: string, css: string, isFollowed = false): string {
  const used = new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const isNeeded = (name: string) => used.has(name) || !MODULE_OF_CLASS.test(name);
  const needs = (selector: string) =>
    !(isFollowed && LATER.test(selector.replace(/:not\([^)]*\)/g, ''))) &&
    [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].every(([, name = '']) => isNeeded(name));

  return withConstants(
    withoutIdle(
      (function needed(rules: string): string {
        return blocksOf(rules)
          .map(({ head, body }) => {
            if (isFollowed && RARE.test(head)) return '';
            if (/^@(media|supports|starting-style|layer)/.test(head)) {
              const inside = needed(body);
              return inside && `${head}{${inside}}`;
            }
            if (head.startsWith('@')) return `${head}{${body}}`;
            const selectors = selectorsOf(head).filter(needs);
            return selectors.length > 0 ? `${selectors.join()}{${body}}` : '';
          })
          .join('');
      })(css),
    ),
  );
}

/** In selectors of states that a page cannot have before its whole style sheet is there, or never has. */
const LATER = /:(hover|active|disabled|:selection)|\[(aria-disabled|data-sections|data-actions)/;

/** Conditions of paper, of few visitors, and of a page that is enlarged to 400 %. */
const RARE = /^@media.*(print|forced-colors|height[:<=]+20rem)/;

/** The selectors of a rule. */
function selectorsOf(head: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (const sign of head) {
    if ('(['.includes(sign)) depth += 1;
    if (')]'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) selectors.push('');
    else selectors.push((selectors.pop() ?? '') + sign);
  }
  return selectors;
}

/** Without animations that no rule uses. */
function withoutIdle(css: string): string {
  const blocks = blocksOf(css);
  const rules = blocks.filter(({ head }) => !head.startsWith(KEYFRAMES));
  const words = new Set(rules.flatMap(({ body }) => body.match(/[\w-]+/g) ?? []));
  return blocks
    .filter(({ head }) => !head.startsWith(KEYFRAMES) || words.has(head.slice(KEYFRAMES.length)))
    .map(({ head, body }) => `${head}{${body}}`)
    .join('');
}

const KEYFRAMES = '@keyframes ';
const DECLARATION = /(--[\w-]+):([^;{}]*)(;|(?=\}))/g;

/**
 * With the values of custom properties that no theme, size or part of the page changes in the places of their names,
 * and without those that no rule uses: 0.3 KB of a document's 13.
 */
function withConstants(css: string): string {
  const values = new Map<string, string[]>();
  for (const [, name = '', value = ''] of css.matchAll(DECLARATION)) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const constantOf = (name: string) => {
    const [value, ...others] = values.get(name) ?? [];
    return others.length > 0 || value === undefined || value.length > LONGEST ? undefined : value;
  };
  const filled = css.replace(/var\((--[\w-]+)\)/g, (use, name) => constantOf(name) ?? use);
  const used = new Set([...filled.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const left = filled.replace(DECLARATION, (declaration, name) =>
    used.has(name) ? declaration : '',
  );
  return left === css ? css : withConstants(left);
}

/** Longer values, in characters, are shorter by their name. */
const LONGEST = 40;

/** The font faces of a minified style sheet. */
export function fontFaces(css: string): string {
  return blocksOf(css)
    .filter(({ head }) => head === '@font-face')
    .map(({ head, body }) => `${head}{${body}}`)
    .join('');
}

interface Block {
  /** Selectors, or an at-rule. */
  head: string;
  body: string;
}

/** The outermost blocks of a minified style sheet. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (const [at, sign] of [...css].entries()) {
    if (sign === '{' && depth++ === 0) open = at;
    if (sign !== '}' || --depth > 0) continue;
    blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
    start = at + 1;
  }
  return blocks;
}
