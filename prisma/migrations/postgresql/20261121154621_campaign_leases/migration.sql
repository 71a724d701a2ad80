-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "heldFor" INTEGER;

-- CreateTable
CREATE TABLE "CampaignLease" (
    "id" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CampaignLease_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HeldVisit" (
    "id" TEXT NOT NULL,
    "leaseId" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "arrivedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HeldVisit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "HeldVisit_leaseId_idx" ON "HeldVisit"("leaseId");

-- CreateIndex
CREATE INDEX "Contact_heldFor_idx" ON "Contact"("heldFor");

-- AddForeignKey
ALTER TABLE "HeldVisit" ADD CONSTRAINT "HeldVisit_leaseId_fkey" FOREIGN KEY ("leaseId") REFERENCES "CampaignLease"("id") ON DELETE CASCADE ON UPDATE CASCADE;
