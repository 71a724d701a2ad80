-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "wantedAgeFrom" INTEGER,
ADD COLUMN     "wantedAgeTo" INTEGER,
ADD COLUMN     "wantedFoot" TEXT,
ADD COLUMN     "wantedPosition" TEXT,
ADD COLUMN     "wantedUntil" TEXT;
