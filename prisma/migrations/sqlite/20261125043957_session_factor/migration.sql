-- AlterTable
ALTER TABLE "Session" ADD COLUMN "hasFactor" BOOLEAN NOT NULL DEFAULT false;
