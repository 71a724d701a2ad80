import { newId } from '#contract/fields/ids.ts';
import { wantedLanguageOf } from '#contract/fields/language.ts';
import { isOneOf, type Language } from '#contract/fields/vocabulary.ts';
import { ANSWERS, answerOffer, countOpening, OFFER_DAYS } from '#contract/offers/offer.ts';
import type { OfferView } from '#contract/offers/offer-view.ts';
import { OFFER_PATH, offerUrl } from '#contract/paths/offer-path.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { readOfferPage } from '#server/domain/pipeline/offers.ts';
import type { EndpointRegistry } from '#server/http/api/endpoint-registry.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import type { ApiRouter, Context } from '#server/http/transport/context.ts';
import { problemOf } from '#server/http/transport/problems.ts';
import { formOf, languageOf, makeCall, sendPage, textIn } from './plain-form.ts';
import { acceptedLanguages } from './static.ts';
import { isMachine } from './visit-origin.ts';

/** Renders that page. */
export type RenderOffer = (language: Language, view: OfferView) => Promise<string>;

interface Parts {
  db: Db;
  registry: EndpointRegistry;
  /** Undefined if only the API is served: then there is no page either. */
  render: RenderOffer | undefined;
  limits: RateLimits;
  siteUrl: string;
}

/** Says that this browser has opened the page before; only the page gets it. */
const OPENED_COOKIE = 'opened';

/**
 * The page of a player for one club. It needs no JavaScript. An opening by a person counts, as a visit of a campaign
 * does; one by the agency or a program does not.
 */
export function offerPageRoutes(
  router: ApiRouter,
  { db, registry, render, limits, siteUrl }: Parts,
): void {
  const secure = new URL(siteUrl).protocol === 'https:';
  // Not __Host-: only that page gets it.
  const cookie = secure ? `__Secure-${OPENED_COOKIE}` : OPENED_COOKIE;

  router.get(OFFER_PATH, async (ctx) => {
    await limits.openingInquiry(ctx.ip);
    const token = ctx.params.token ?? '';
    const shown = await readOfferPage(db, token, new Date());
    // Another language, or the way back from an answer, is the same opening; one more try to find it is none.
    const isSame = ctx.get('Sec-Fetch-Site') === 'same-origin' && ctx.query.retry === undefined;
    const isNew = ctx.method === 'GET' && !isSame;
    const isRead = isNew && !ctx.state.session && !isMachine(ctx);
    if ('offer' in shown && isRead) {
      const isAgain = ctx.cookies.get(cookie, { signed: false }) !== undefined;
      await call(ctx, countOpening, { token, isAgain });
      const maxAge = OFFER_DAYS * 24 * 60 * 60_000;
      const life = { path: ctx.path, secure, maxAge, sameSite: 'lax', signed: false } as const;
      ctx.cookies.set(cookie, '1', life);
    }
    await show(ctx, shown);
  });

  router.post(OFFER_PATH, async (ctx) => {
    const form = await formOf(ctx);
    const token = ctx.params.token ?? '';
    const answer = form.get('answer');
    if (!isOneOf(ANSWERS, answer)) throw new Problem('invalid-input', 'An answer is missing.');
    try {
      await call(ctx, answerOffer, { token, answer, words: textIn(form, 'words') });
    } catch (error) {
      const { code, status } = problemOf(error);
      if (status >= 500) throw error;
      ctx.status = status;
      const why = code === 'too-many-requests' ? 'too-many' : 'wrong';
      const shown = await readOfferPage(db, token, new Date());
      return show(ctx, shown, { why, words: textIn(form, 'words') });
    }
    // A reload of the page sends nothing.
    ctx.redirect(`${ctx.path}?lang=${languageOf([ctx.query.lang].flat()[0])}#answer`);
    ctx.status = 303;
  });

  function call(ctx: Context, endpoint: typeof countOpening | typeof answerOffer, body: object) {
    return makeCall(registry, ctx, endpoint, { key: newId(), text: JSON.stringify(body), body });
  }

  async function show(
    ctx: Context,
    shown: OfferView['shown'],
    refused?: OfferView['refused'],
  ): Promise<void> {
    if (!render) throw new Problem('not-found', 'There is no page here.');
    if ('gone' in shown) ctx.status = shown.gone === 'ended' ? 410 : 404;
    const made = 'gone' in shown ? shown.language : shown.offer.language;
    const language = wantedLanguageOf({
      query: [ctx.query.lang].flat()[0],
      browser: made ? [made] : acceptedLanguages(ctx.get('Accept-Language')),
    });
    // Not no-referrer: some browsers send a form from such a page like one of another site.
    ctx.set('Referrer-Policy', 'same-origin');
    ctx.set('X-Robots-Tag', 'noindex');
    const today = new Date().toISOString().slice(0, 10);
    const url = offerUrl(new URL(siteUrl).origin, ctx.params.token ?? '');
    sendPage(ctx, await render(language, { shown, today, url, ...(refused && { refused }) }));
  }
}
