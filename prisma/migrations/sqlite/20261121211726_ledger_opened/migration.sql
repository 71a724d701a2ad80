-- AlterTable
ALTER TABLE "Ledger" ADD COLUMN "opened" TEXT;
