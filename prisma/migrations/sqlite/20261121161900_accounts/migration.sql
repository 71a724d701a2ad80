-- AlterTable
ALTER TABLE "Session" ADD COLUMN "device" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "lastSeenAt" DATETIME;
