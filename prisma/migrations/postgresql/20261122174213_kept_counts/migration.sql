-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "setAsideAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "VisitDay" (
    "campaignId" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "visits" INTEGER NOT NULL,

    CONSTRAINT "VisitDay_pkey" PRIMARY KEY ("campaignId","day")
);

-- CreateTable
CREATE TABLE "ListTotal" (
    "name" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "sum" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ListTotal_pkey" PRIMARY KEY ("name")
);

-- AddForeignKey
ALTER TABLE "VisitDay" ADD CONSTRAINT "VisitDay_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is stored already
UPDATE "Contact" SET "setAsideAt" = now() AT TIME ZONE 'UTC' WHERE "state" IN ('spam', 'archived');
INSERT INTO "VisitDay" ("campaignId", "day", "visits")
  SELECT "campaignId", "day", COUNT(*) FROM "Visit" WHERE NOT "afterEnd" GROUP BY "campaignId", "day";
