-- AlterTable
ALTER TABLE "BackupState" ADD COLUMN "copiedAt" DATETIME;
ALTER TABLE "BackupState" ADD COLUMN "copyFailure" TEXT;
