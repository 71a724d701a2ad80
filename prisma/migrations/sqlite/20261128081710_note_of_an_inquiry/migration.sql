-- AlterTable
ALTER TABLE "HistoryEntry" ADD COLUMN "contactId" INTEGER;

-- CreateIndex
CREATE INDEX "HistoryEntry_contactId_idx" ON "HistoryEntry"("contactId");
