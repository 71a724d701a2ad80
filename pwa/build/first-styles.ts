import { MODULE_OF_CLASS } from './css-modules.ts';

/**
 * The rules of a minified style sheet that some markup needs: those without a class of a style module, and those of
 * the modules that the markup uses. All rules of such a module, because what is published may show more of it.
 */
export function rulesFor(markup: string, css: string): string {
  const used = new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .map(moduleOf),
  );
  const isNeeded = (name: string) => [undefined, ...used].includes(moduleOf(name));

  return withoutUnused(
    (function needed(rules: string): string {
      return blocksOf(rules)
        .map(({ head, body }) => {
          if (/^@(media|supports|starting-style|layer)/.test(head)) {
            const inside = needed(body);
            return inside && `${head}{${inside}}`;
          }
          const names = head.startsWith('@keyframes ')
            ? [head.slice('@keyframes '.length)]
            : [...head.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
          return names.every(isNeeded) ? `${head}{${body}}` : '';
        })
        .join('');
    })(css),
  );
}

/** Without custom properties that no rule uses. */
function withoutUnused(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const left = css.replace(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name) =>
    used.has(name) ? declaration : '',
  );
  return left === css ? css : withoutUnused(left);
}

/** The font faces of a minified style sheet. */
export function fontFaces(css: string): string {
  return blocksOf(css)
    .filter(({ head }) => head === '@font-face')
    .map(({ head, body }) => `${head}{${body}}`)
    .join('');
}

function moduleOf(name: string): string | undefined {
  return MODULE_OF_CLASS.exec(name)?.[0];
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
