-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "people" TEXT;
