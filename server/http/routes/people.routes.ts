import * as calls from '#contract/people.ts';
import { erasePerson, findAnswersAbout } from '#server/domain/people/erase-person.ts';
import { exportPerson } from '#server/domain/people/export-person.ts';
import type { Api } from '#server/http/api/serve.ts';

export function peopleRoutes(api: Api): void {
  api.serve(calls.exportPerson, ({ db, doer, body }) => exportPerson(db, doer, body.email));

  api.servePrepared(
    calls.erasePerson,
    (db, { body }) => findAnswersAbout(db, body.email),
    ({ db, change, doer, body, prepared }) => erasePerson(db, change, doer, body, prepared),
  );
}
