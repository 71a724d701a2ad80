-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "links" TEXT;
