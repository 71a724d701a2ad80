-- A stored answer keeps id, version and conflicts of its reply: a repeated call reads the rows again.
UPDATE "IdempotencyKey"
SET "answer" = json_patch('{}', json_object(
  'id', json_extract("answer", '$.id'),
  'version', json_extract("answer", '$.version'),
  'conflicts', json(json_extract("answer", '$.conflicts'))
))
WHERE "status" < 400
  AND (json_type("answer", '$.version') IS NOT NULL OR json_type("answer", '$.username') IS NOT NULL);
