-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "cookies" TEXT;
