-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "answeredAt" DATETIME;
ALTER TABLE "Contact" ADD COLUMN "corrections" TEXT;
ALTER TABLE "Contact" ADD COLUMN "linkDigest" TEXT;
ALTER TABLE "Contact" ADD COLUMN "reference" TEXT;
ALTER TABLE "Contact" ADD COLUMN "withdrawnAt" DATETIME;

-- CreateIndex
CREATE INDEX "Contact_reference_idx" ON "Contact"("reference");

-- CreateIndex
CREATE INDEX "Contact_linkDigest_idx" ON "Contact"("linkDigest");
