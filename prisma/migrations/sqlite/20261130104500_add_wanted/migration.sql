-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "wantedAgeFrom" INTEGER;
ALTER TABLE "Contact" ADD COLUMN "wantedAgeTo" INTEGER;
ALTER TABLE "Contact" ADD COLUMN "wantedFoot" TEXT;
ALTER TABLE "Contact" ADD COLUMN "wantedPosition" TEXT;
ALTER TABLE "Contact" ADD COLUMN "wantedUntil" TEXT;
