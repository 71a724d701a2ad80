import * as calls from '#contract/contacts.ts';
import { IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import * as contacts from '#server/domain/contacts.ts';
import { convertContact } from '#server/domain/convert-contact.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Serve } from './serve.ts';

export function contactRoutes(serve: Serve, limits: RateLimits): void {
  serve(calls.sendInquiry, ({ db, change, body }) => contacts.receiveInquiry(db, change, body), {
    limit: (ctx) => limits.inquiring(ctx.ip, ctx.get(IDEMPOTENCY_KEY) !== ''),
    gathered: contacts.receiveInquiries,
  });

  serve(calls.pullContacts, ({ db, query }) => contacts.pullContacts(db, query), {
    byRevision: true,
  });

  serve(calls.listContacts, ({ db }) => contacts.listContacts(db), { byRevision: true });

  serve(calls.getContact, ({ db, params }) => contacts.getContact(db, params.id));

  serve(calls.convertContact, ({ db, change, params }) => convertContact(db, change, params.id));

  serve(calls.changeContactState, ({ db, params, body }) =>
    contacts.changeContactState(db, { ...body, ...params }),
  );
}
