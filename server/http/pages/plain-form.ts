import { bodyParser } from '@koa/bodyparser';
import { BODY_BYTES, type Endpoint } from '#contract/endpoint.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/fields/vocabulary.ts';
import { Problem } from '#contract/problems.ts';
import type { EndpointRegistry } from '#server/http/api/endpoint-registry.ts';
import type { Context } from '#server/http/transport/context.ts';
import { documentPolicy } from '#server/http/transport/headers.ts';

const parse = bodyParser({
  enableTypes: ['form'],
  formLimit: BODY_BYTES,
  onError: (cause) => {
    throw cause;
  },
});

/** A form that was posted without JavaScript. */
export async function formOf(ctx: Context): Promise<URLSearchParams> {
  await parse(ctx, async () => undefined);
  return new URLSearchParams(ctx.request.rawBody ?? '');
}

/** Forms have line ends of two characters, which pages do not count. */
export function textIn(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n');
}

/** The language of this code; the default for any other text. */
export function languageOf(code: string | null | undefined): Language {
  return code && isLanguage(code) ? code : DEFAULT_LANGUAGE;
}

/** Answers with a page that has no script. */
export function sendPage(ctx: Context, page: string): void {
  ctx.set('Content-Security-Policy', documentPolicy([]));
  ctx.type = 'html';
  ctx.body = page;
}

/**
 * Makes a documented call for a page without JavaScript. Throws the Problem that refuses it.
 *
 * @param sent `text` identifies the call: a repeated key with another text is refused
 */
export async function makeCall(
  registry: EndpointRegistry,
  ctx: Context,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  sent: { key: string; text: string; body: object },
): Promise<void> {
  const request = { method, path, params: {}, query: {}, madeAt: null, again: false, ...sent };
  const found = registry.find(request);
  if (!found) throw new Error(`${method} ${path} is not served.`);
  const [outcome] = await found.served.apply([await registry.check(found.served, ctx, request)]);
  if (outcome instanceof Problem) throw outcome;
}
