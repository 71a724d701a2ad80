-- AlterTable
ALTER TABLE "HistoryEntry" ADD COLUMN     "edits" TEXT,
ADD COLUMN     "reason" TEXT;
