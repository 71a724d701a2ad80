-- AlterTable
ALTER TABLE "Application" ADD COLUMN "city" TEXT;
ALTER TABLE "Application" ADD COLUMN "contractUntil" TEXT;
ALTER TABLE "Application" ADD COLUMN "foot" TEXT;
ALTER TABLE "Application" ADD COLUMN "heightCm" INTEGER;
ALTER TABLE "Application" ADD COLUMN "mandateExclusive" TEXT;
ALTER TABLE "Application" ADD COLUMN "mandateFrom" TEXT;
ALTER TABLE "Application" ADD COLUMN "mandateReportedOn" TEXT;
ALTER TABLE "Application" ADD COLUMN "mandateUntil" TEXT;
ALTER TABLE "Application" ADD COLUMN "otherAgent" TEXT;
ALTER TABLE "Application" ADD COLUMN "otherAgentUntil" TEXT;
ALTER TABLE "Application" ADD COLUMN "secondNationality" TEXT;
