-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "setAsideAt" DATETIME;

-- CreateTable
CREATE TABLE "VisitDay" (
    "campaignId" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "visits" INTEGER NOT NULL,

    PRIMARY KEY ("campaignId", "day"),
    CONSTRAINT "VisitDay_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ListTotal" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL DEFAULT 0,
    "sum" BIGINT NOT NULL DEFAULT 0
);

-- What is stored already
UPDATE "Contact" SET "setAsideAt" = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE "state" IN ('spam', 'archived');
INSERT INTO "VisitDay" ("campaignId", "day", "visits")
  SELECT "campaignId", "day", COUNT(*) FROM "Visit" WHERE NOT "afterEnd" GROUP BY "campaignId", "day";
