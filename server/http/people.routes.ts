import * as calls from '#contract/people.ts';
import * as people from '#server/domain/people.ts';
import type { Serve } from './serve.ts';

export function peopleRoutes(serve: Serve): void {
  serve(calls.exportPerson, ({ db, body }) => people.exportPerson(db, body.email));

  serve(calls.erasePerson, ({ db, change, body }) => people.erasePerson(db, change, body));
}
