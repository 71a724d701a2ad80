-- AlterTable
ALTER TABLE "SavedView" ADD COLUMN     "changedAt" TIMESTAMP(3),
ADD COLUMN     "removedAt" TIMESTAMP(3);
