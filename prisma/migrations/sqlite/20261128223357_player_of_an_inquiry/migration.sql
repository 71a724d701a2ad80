-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "playerName" TEXT;
