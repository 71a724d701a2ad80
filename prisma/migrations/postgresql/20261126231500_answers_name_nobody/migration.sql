-- A stored answer keeps id, version and conflicts of its reply: a repeated call reads the rows again.
-- Not by the functions for JSON, which refuse texts with half a character pair. In JSON, these quotes stand around
-- names only: within a text they are escaped.
UPDATE "IdempotencyKey"
SET "answer" = '{' || concat_ws(',',
  substring("answer" from '"id":(?:[0-9]+|"[^"\\]*")'),
  substring("answer" from '"version":[0-9]+'),
  substring("answer" from '"conflicts":\[[^]]*\]')
) || '}'
WHERE "status" < 400 AND ("answer" LIKE '%"version":%' OR "answer" LIKE '%"username":%');
