-- AlterTable
ALTER TABLE "Application" ADD COLUMN "followUpOn" TEXT;

-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "state" TEXT NOT NULL DEFAULT 'new';
