import * as calls from '#contract/people.ts';
import { erasePerson } from '#server/domain/erase-person.ts';
import { exportPerson } from '#server/domain/export-person.ts';
import type { Api } from './serve.ts';

export function peopleRoutes(api: Api): void {
  api.serve(calls.exportPerson, ({ db, doer, body }) => exportPerson(db, doer, body.email));

  api.serve(calls.erasePerson, ({ db, change, doer, body }) => erasePerson(db, change, doer, body));
}
