import { createHash, createHmac } from 'node:crypto';
import * as v from 'valibot';
import { type Field, namesOf, textsIn } from '#contract/fields/field-table.ts';
import { optionalText, SHORT_TEXT } from '#contract/fields/fields.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';
import { referenceOf } from '#contract/fields/references.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import { INQUIRY_FORM_PATH, INQUIRY_SENT_PATH, sendInquiry } from '#contract/inquiry.ts';
import { readCampaignContext } from '#contract/paths/campaign-link.ts';
import { inquiryLinkUrl } from '#contract/paths/inquiry-link-url.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { isAnswered, VISITORS } from '#server/domain/replication/stored-answers.ts';
import type { EndpointRegistry } from '#server/http/api/endpoint-registry.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import type { ApiRouter, Context } from '#server/http/transport/context.ts';
import type { Log } from '#server/http/transport/log.ts';
import { describeError, problemOf } from '#server/http/transport/problems.ts';
import { formOf, languageOf, makeCall, sendPage, textIn } from './plain-form.ts';

/** What the form says to its visitor, as pwa/landing/frame.ts describes it. */
export type InquiryAnswer =
  | { sent: { reference: string; link: string } | null }
  | { refused: 'too-many' | readonly string[] };

/** Renders the page of an answer. */
export type RenderAnswer = (language: Language, answer: InquiryAnswer) => Promise<string>;

interface Parts {
  db: Db;
  registry: EndpointRegistry;
  /** Undefined if only the API is served: then there is no form either. */
  render: RenderAnswer | undefined;
  limits: RateLimits;
  log: Log;
  settings: { siteUrl: string; sessionKeys: readonly [string, ...string[]] };
}

/** How long the page about too many messages is used again, in ms: to render one takes 2 to 12 ms. */
const TOO_MANY_LIFE = 60_000;

/** The same words are one inquiry for so long at least, and at most twice as long, in ms. */
const SAME_LIFE = 60 * 60_000;

/** The key of the inquiry that the browser has sent, for the page that thanks for it and has its private link. */
const SENT_COOKIE = 'inquiry-sent';
/** Life of that cookie, in ms: another person may use this browser later. */
const SENT_LIFE = 10 * 60_000;

/**
 * The inquiry form of a browser without JavaScript. A posted form is the documented call, with its checks, limits and
 * rights; its answers are pages. The key of the call follows from the typed text and from the hour, so a form that is
 * sent twice, by a second press or a reload, is one inquiry, and the same words are another one later.
 */
export function inquiryFormRoutes(
  router: ApiRouter,
  { db, registry, render, limits, log, settings }: Parts,
): void {
  const tooMany = new Map<Language, { page: Promise<string>; until: number }>();
  const { siteUrl, sessionKeys } = settings;
  const secure = new URL(siteUrl).protocol === 'https:';
  // Not __Host-: only that page gets it.
  const cookie = secure ? `__Secure-${SENT_COOKIE}` : SENT_COOKIE;
  const tokenOf = (key: string) =>
    createHmac('sha256', sessionKeys[0]).update(`inquiry ${key}`).digest('base64url');

  router.post(INQUIRY_FORM_PATH, async (ctx) => {
    const form = await formOf(ctx);
    const language = languageOf(form.get('language'));
    const body = { ...sentOf(typedIn(form)), ...campaignOf(ctx.get('Referer')), language };
    const text = JSON.stringify(body);
    const key = await keyNow(text);
    try {
      await makeCall(registry, ctx, sendInquiry, {
        key,
        text,
        body: { ...body, linkToken: tokenOf(key) },
      });
    } catch (error) {
      return refuse(ctx, language, await counted(ctx, error));
    }
    const path = INQUIRY_SENT_PATH;
    ctx.cookies.set(cookie, key, {
      path,
      secure,
      maxAge: SENT_LIFE,
      sameSite: 'lax',
      signed: true,
    });
    // A reload of the thanks sends nothing.
    ctx.redirect(`${path}?lang=${language}`);
    ctx.status = 303;
  });

  /** The key of a form that is sent now: that of the hour before if the same words came then. */
  async function keyNow(text: string): Promise<string> {
    const hour = Math.floor(Date.now() / SAME_LIFE);
    const before = keyOf(`${hour - 1} ${text}`);
    const isRepeated = await isAnswered(db, { scope: VISITORS, key: before });
    return isRepeated ? before : keyOf(`${hour} ${text}`);
  }

  /** Counts a wrong form against the rate limit. Returns its own error, or the error of the limit. */
  async function counted(ctx: Context, error: unknown): Promise<unknown> {
    const { status, code } = problemOf(error);
    if (status >= 500 || code === 'too-many-requests') return error;
    return limits.inquiring(ctx.ip).then(
      () => error,
      (refusal: unknown) => refusal,
    );
  }

  /** Answers a form that was not accepted. Throws the Problem if only the API is served. */
  async function refuse(ctx: Context, language: Language, error: unknown): Promise<void> {
    const problem = problemOf(error);
    if (!render) throw problem;
    if (problem.status >= 500) {
      log.error({ requestId: ctx.state.requestId, error: describeError(error) }, problem.code);
    }
    ctx.status = problem.status;
    if (problem.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter));
    const page =
      problem.code === 'too-many-requests'
        ? pageOfTooMany(render, language)
        : render(language, { refused: Object.values(problem.fields ?? {}) });
    sendPage(ctx, await page);
  }

  function pageOfTooMany(rendering: RenderAnswer, language: Language): Promise<string> {
    const stored = tooMany.get(language);
    if (stored && stored.until > Date.now()) return stored.page;
    const page = rendering(language, { refused: 'too-many' });
    tooMany.set(language, { page, until: Date.now() + TOO_MANY_LIFE });
    page.catch(() => tooMany.delete(language));
    return page;
  }

  router.get(INQUIRY_SENT_PATH, async (ctx) => {
    if (!render) throw new Problem('not-found', 'There is no page here.');
    const language = languageOf([ctx.query.lang].flat()[0]);
    const key = ctx.cookies.get(cookie, { signed: true });
    const sent = key
      ? { reference: referenceOf(key), link: inquiryLinkUrl(siteUrl, language, tokenOf(key)) }
      : null;
    sendPage(ctx, await render(language, { sent }));
  });
}

/** A UUID of version 8: it tells no time. */
function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The form as typed: a box that is not ticked is not sent. */
function typedIn(form: URLSearchParams): Record<string, string | boolean> {
  const fields = namesOf(INQUIRY_FIELDS).map((name) => {
    const { row }: Field = INQUIRY_FIELDS[name];
    return [name, row?.type === 'boolean' ? form.has(name) : textIn(form, name)];
  });
  return {
    ...Object.fromEntries(fields),
    privacyPolicy: form.has('privacyPolicy'),
    website: textIn(form, 'website'),
  };
}

/**
 * Removes the football texts unless the visitor ticked `includeHistory`, and the name of another player if the player
 * has written.
 */
function sentOf(typed: Record<string, string | boolean>): object {
  const left: string[] = typed.includeHistory ? [] : textsIn(INQUIRY_FIELDS, 'football');
  if (typed.writtenBy === 'player') left.push('playerName');
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !left.includes(name)));
}

/** The campaign in the address of the form's page. Cuts long values and drops invalid ones. */
function campaignOf(referer: string): object {
  if (!URL.canParse(referer)) return {};
  const { campaignId, ...marks } = readCampaignContext(new URL(referer).searchParams);
  const usable = Object.entries(marks).flatMap(([name, mark]) => {
    const cut = v.safeParse(optionalText, mark?.slice(0, SHORT_TEXT));
    return cut.success && cut.output !== null ? [[name, cut.output]] : [];
  });
  return { ...(campaignId !== undefined && { campaignId }), ...Object.fromEntries(usable) };
}
