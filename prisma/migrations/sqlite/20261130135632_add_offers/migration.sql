-- AlterTable
ALTER TABLE "Application" ADD COLUMN "offerConsentOn" TEXT;
ALTER TABLE "Application" ADD COLUMN "offers" TEXT;

-- CreateTable
CREATE TABLE "OfferPage" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "offerId" TEXT NOT NULL,
    "applicationId" TEXT NOT NULL,
    "until" DATETIME NOT NULL,
    "picture" TEXT,
    CONSTRAINT "OfferPage_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "OfferPage_applicationId_idx" ON "OfferPage"("applicationId");

-- CreateIndex
CREATE INDEX "OfferPage_until_idx" ON "OfferPage"("until");
