import * as calls from '#contract/people.ts';
import { erasePerson } from '#server/domain/people/erase-person.ts';
import { exportPerson } from '#server/domain/people/export-person.ts';
import type { Api } from '#server/http/api/serve.ts';

export function peopleRoutes(api: Api): void {
  api.serve(calls.exportPerson, ({ db, actor, body }) => exportPerson(db, actor, body));

  api.serve(calls.erasePerson, ({ db, change, actor, body }) =>
    erasePerson(db, change, actor, body),
  );
}
