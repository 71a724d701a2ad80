-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "answeredAt" TIMESTAMP(3),
ADD COLUMN     "corrections" TEXT,
ADD COLUMN     "linkDigest" TEXT,
ADD COLUMN     "reference" TEXT,
ADD COLUMN     "withdrawnAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "Contact_reference_idx" ON "Contact"("reference");

-- CreateIndex
CREATE INDEX "Contact_linkDigest_idx" ON "Contact"("linkDigest");
