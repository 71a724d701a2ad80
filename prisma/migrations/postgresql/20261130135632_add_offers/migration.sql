-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "offerConsentOn" TEXT,
ADD COLUMN     "offers" TEXT;

-- CreateTable
CREATE TABLE "OfferPage" (
    "digest" TEXT NOT NULL,
    "offerId" TEXT NOT NULL,
    "applicationId" TEXT NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,
    "picture" TEXT,

    CONSTRAINT "OfferPage_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "OfferPage_applicationId_idx" ON "OfferPage"("applicationId");

-- CreateIndex
CREATE INDEX "OfferPage_until_idx" ON "OfferPage"("until");

-- AddForeignKey
ALTER TABLE "OfferPage" ADD CONSTRAINT "OfferPage_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE CASCADE ON UPDATE CASCADE;
