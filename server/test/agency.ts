import { type Application, createApplication } from '#contract/applications.ts';
import { type Campaign, createCampaign } from '#contract/campaigns.ts';
import { type Contact, listContacts } from '#contract/contacts.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import type { Db } from '#prisma/client.ts';
import { aCampaign, aDraft, anInquiry } from './bodies.ts';
import { Client, signedIn } from './client.ts';
import { serveApp } from './listen.ts';

/** Serves a database; returns a signed-in admin and a visitor to call it. */
export async function openOffice(db: Db, settings: Parameters<typeof serveApp>[1] = {}) {
  const { origin, errors } = await serveApp(db, settings);
  const admin = await signedIn(db, origin);
  const visitor = new Client(origin);
  return {
    origin,
    admin,
    visitor,
    errors,
    async application(draft: object = {}): Promise<Application> {
      return (await admin.call(createApplication, { body: { ...aDraft, ...draft } })).reply;
    },
    async campaign(draft: object = {}): Promise<Campaign> {
      return (await admin.call(createCampaign, { body: { ...aCampaign, ...draft } })).reply;
    },
    /** Sends an inquiry as a visitor and returns it as the back office reads it. */
    async contact(inquiry: object = {}): Promise<Contact> {
      const sent = await visitor.call(sendInquiry, { body: { ...anInquiry, ...inquiry } });
      if (sent.status !== 201)
        throw new Error(`The inquiry was answered ${sent.status} ${sent.text}`);
      const [newest] = (await admin.call(listContacts)).reply;
      if (!newest) throw new Error('The inquiry did not arrive.');
      return newest;
    },
  };
}
