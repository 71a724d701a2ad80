import { EMPTY_STORAGE, pageCookie } from '#contract/page-cookie.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { Problem } from '#contract/problems.ts';
import { isHandedOver } from '#server/http/api/access.ts';
import { signOutOf } from '#server/http/session/session.ts';
import type { ApiRouter, Context } from '#server/http/transport/context.ts';
import { documentPolicy } from '#server/http/transport/headers.ts';

/** The two calls that a browser navigates to. They read no parameter. */
export function navigationRoutes(router: ApiRouter, siteUrl: string): void {
  router.get('/api/login', (ctx) => {
    ctx.redirect(ctx.state.session ? APP_PATHS.home : APP_PATHS.auth);
  });

  router.get('/api/logout', (ctx) => {
    if (ctx.get('Sec-Purpose').includes('prefetch') || ctx.get('Purpose') === 'prefetch') {
      throw new Problem('forbidden', 'This address is not to be fetched ahead.');
    }
    if (isPartOfPage(ctx)) throw new Problem('forbidden', 'This address is to be opened.');
    if (isHandedOver(ctx)) {
      // A visitor has typed it: the agent's session and copy of the records stay. Every page is the form now.
      ctx.redirect(APP_PATHS.auth);
      return;
    }
    if (ctx.method !== 'GET' || !isOwnWish(ctx, siteUrl)) {
      ask(ctx);
      return;
    }
    if (ctx.state.session) signOutOf(ctx);
    // Otherwise not "storage": it would delete what the page has kept, such as unsent changes.
    const emptyStorage = pageCookie(EMPTY_STORAGE, ctx.cookies.secure);
    const isEmpty = ctx.cookies.get(emptyStorage, { signed: false }) === '1';
    ctx.set('Clear-Site-Data', isEmpty ? '"cache", "storage"' : '"cache"');
    if (isEmpty) ctx.cookies.set(emptyStorage, null, { signed: false });
    ctx.redirect(APP_PATHS.home);
  });
}

/** True for a link of this site or a typed address, false for a link of another site. */
function isOwnWish(ctx: Context, siteUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin' || site === 'none';
  const from = ctx.get('Referer');
  return from === '' || (URL.canParse(from) && new URL(from).origin === new URL(siteUrl).origin);
}

/**
 * True for `<img src="/api/logout">`, a frame, a style sheet. A script's own fetch is none (`empty`): the
 * page ends its session so when it is online again after an offline sign-out. Older browsers say nothing.
 */
function isPartOfPage(ctx: Context): boolean {
  const use = ctx.get('Sec-Fetch-Dest');
  if (use === '') return false;
  const mode = ctx.get('Sec-Fetch-Mode');
  return use === 'document' ? mode !== 'navigate' : use !== 'empty' || mode === 'no-cors';
}

function ask(ctx: Context): void {
  ctx.set('Content-Security-Policy', documentPolicy([]));
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign out?</title>
    <style>
      body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 20vh auto; padding: 0 1rem }
      a { display: inline-block; padding: 0.75rem 1.5rem; margin-right: 0.5rem }
    </style>
  </head>
  <body>
    <h1>Sign out?</h1>
    <p>Another site has led you here. You are still signed in.</p>
    <p><a href="/api/logout">Sign out</a><a href="/">Stay signed in</a></p>
  </body>
</html>
`;
}
