import * as calls from '#contract/contacts.ts';
import { correctInquiry, sendInquiry } from '#contract/inquiry.ts';
import * as link from '#contract/inquiry-link.ts';
import type { Db } from '#prisma/client.ts';
import { addContact, getAddition } from '#server/domain/pipeline/add-contact.ts';
import * as contacts from '#server/domain/pipeline/contacts.ts';
import { convertContact, getConverted } from '#server/domain/pipeline/convert-contact.ts';
import { openInquiries } from '#server/domain/pipeline/inquiries.ts';
import * as links from '#server/domain/pipeline/inquiry-links.ts';
import { isAnswered } from '#server/domain/replication/stored-answers.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import type { Context } from '#server/http/transport/context.ts';

export function contactRoutes(
  api: Api,
  limits: RateLimits,
  db: Db,
  { smtpUrl }: { smtpUrl: string | null },
): void {
  const isConfirmed = smtpUrl !== null;
  api.serveShared(sendInquiry, (tx, calls) => openInquiries(tx, calls, { isConfirmed }), {
    limit: async (ctx, write) => {
      // A repeated call makes no inquiry.
      if (!(await isAnswered(db, write))) await limits.inquiring(ctx.ip);
    },
  });

  const linkLimit = (ctx: Context) => limits.openingInquiry(ctx.ip);
  api.serve(link.readSentInquiry, ({ db, body }) => links.readSentInquiry(db, body.token), {
    limit: linkLimit,
  });
  api.serve(correctInquiry, ({ db, change, body }) => links.correctInquiry(db, change, body), {
    limit: linkLimit,
  });
  api.serve(
    link.withdrawInquiry,
    ({ db, change, actor, body }) => links.withdrawInquiry(db, change, actor, body.token),
    { limit: linkLimit },
  );

  api.serveCached(calls.pullContacts, ({ db, query }) => contacts.pullContacts(db, query));

  api.serveList(calls.listContacts, {
    table: 'Contact',
    whole: contacts.listContacts,
    parts: contacts.readContacts,
  });

  api.serve(calls.getContact, ({ db, params }) => contacts.getContact(db, params.id));

  api.serve(
    calls.convertContact,
    ({ db, change, params }) => convertContact(db, change, params.id),
    { repeat: ({ db, params }) => getConverted(db, params.id) },
  );

  api.serve(
    calls.addContact,
    ({ db, change, params, body }) => addContact(db, change, { ...body, ...params }),
    {
      repeat: ({ db, change, params, body }) => getAddition(db, change.id, { ...body, ...params }),
    },
  );

  api.serve(
    calls.changeContactState,
    ({ db, change, params, body }) =>
      contacts.changeContactState(db, change, { ...body, ...params }),
    { repeat: ({ db, params }) => contacts.getContact(db, params.id) },
  );

  api.serve(
    calls.setContactNotes,
    ({ db, change, params, body }) => contacts.setContactNotes(db, change, { ...body, ...params }),
    { repeat: ({ db, params }) => contacts.getContact(db, params.id) },
  );

  api.serve(
    calls.setWanted,
    ({ db, params, body }) => contacts.setWanted(db, { ...body, ...params }),
    { repeat: ({ db, params }) => contacts.getContact(db, params.id) },
  );

  api.serve(
    calls.setSuspicion,
    ({ db, params, body }) => contacts.setSuspicion(db, { ...body, ...params }, { isConfirmed }),
    { repeat: ({ db, params }) => contacts.getContact(db, params.id) },
  );
}
