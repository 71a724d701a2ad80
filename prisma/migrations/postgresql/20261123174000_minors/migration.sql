-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "under18" TEXT;

-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "under18" TEXT,
ADD COLUMN     "writtenBy" TEXT;
