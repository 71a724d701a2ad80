-- AlterTable
ALTER TABLE "Visit" ADD COLUMN     "day" TEXT NOT NULL DEFAULT '';

-- The days of the visits that are there: instants are kept in UTC, without a zone.
UPDATE "Visit" SET "day" = to_char("createdAt", 'YYYY-MM-DD');

-- DropIndex
DROP INDEX "Visit_campaignId_createdAt_idx";

-- CreateIndex
CREATE INDEX "Visit_campaignId_day_idx" ON "Visit"("campaignId", "day");
