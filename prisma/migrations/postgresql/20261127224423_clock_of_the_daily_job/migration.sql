-- CreateTable
CREATE TABLE "DailyJob" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "ranAt" TIMESTAMP(3),

    CONSTRAINT "DailyJob_pkey" PRIMARY KEY ("id")
);

-- The one row: a clock that is wrong at the first start is found out by the newest row.
INSERT INTO "DailyJob" ("id", "ranAt")
SELECT 1, MAX("at") FROM (
  SELECT MAX("at") AS "at" FROM "AuditEntry"
  UNION ALL
  SELECT MAX("lastSeenAt") FROM "Session"
) AS "newest";
