-- AlterTable
ALTER TABLE "SavedView" ADD COLUMN "changedAt" DATETIME;
ALTER TABLE "SavedView" ADD COLUMN "removedAt" DATETIME;
