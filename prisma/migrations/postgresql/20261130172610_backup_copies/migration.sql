-- AlterTable
ALTER TABLE "BackupState" ADD COLUMN     "copiedAt" TIMESTAMP(3),
ADD COLUMN     "copyFailure" TEXT;
