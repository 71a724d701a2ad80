import * as calls from '#contract/people.ts';
import * as people from '#server/domain/people.ts';
import type { Api } from './serve.ts';

export function peopleRoutes(api: Api): void {
  api.serve(calls.exportPerson, ({ db, body }) => people.exportPerson(db, body.email));

  api.serve(calls.erasePerson, ({ db, change, body }) => people.erasePerson(db, change, body));
}
