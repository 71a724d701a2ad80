-- AlterTable
ALTER TABLE "HistoryEntry" ADD COLUMN "edits" TEXT;
ALTER TABLE "HistoryEntry" ADD COLUMN "reason" TEXT;
