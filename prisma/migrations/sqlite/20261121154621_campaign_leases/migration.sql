-- AlterTable
ALTER TABLE "Contact" ADD COLUMN "heldFor" INTEGER;

-- CreateTable
CREATE TABLE "CampaignLease" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "userId" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "HeldVisit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "leaseId" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "arrivedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "HeldVisit_leaseId_fkey" FOREIGN KEY ("leaseId") REFERENCES "CampaignLease" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "HeldVisit_leaseId_idx" ON "HeldVisit"("leaseId");

-- CreateIndex
CREATE INDEX "Contact_heldFor_idx" ON "Contact"("heldFor");
