-- Added, not made anew: Campaign keeps its next id, from which devices have leased, and a million visits stay in place.
-- AlterTable
ALTER TABLE "Campaign" ADD COLUMN "repeats" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Campaign" ADD COLUMN "machines" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Campaign" ADD COLUMN "staff" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Campaign" ADD COLUMN "late" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "HeldVisit" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'person';

-- AlterTable
ALTER TABLE "Visit" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'person';
