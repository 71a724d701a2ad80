-- AlterTable
ALTER TABLE "Visit" ADD COLUMN "day" TEXT NOT NULL DEFAULT '';

-- The days of the visits that are there: instants are kept as ISO text in UTC.
UPDATE "Visit" SET "day" = substr("createdAt", 1, 10);

-- DropIndex
DROP INDEX "Visit_campaignId_createdAt_idx";

-- CreateIndex
CREATE INDEX "Visit_campaignId_day_idx" ON "Visit"("campaignId", "day");
