-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "notes" TEXT;
