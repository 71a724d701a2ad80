-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "city" TEXT,
ADD COLUMN     "contractUntil" TEXT,
ADD COLUMN     "foot" TEXT,
ADD COLUMN     "heightCm" INTEGER,
ADD COLUMN     "mandateExclusive" TEXT,
ADD COLUMN     "mandateFrom" TEXT,
ADD COLUMN     "mandateReportedOn" TEXT,
ADD COLUMN     "mandateUntil" TEXT,
ADD COLUMN     "otherAgent" TEXT,
ADD COLUMN     "otherAgentUntil" TEXT,
ADD COLUMN     "secondNationality" TEXT;
