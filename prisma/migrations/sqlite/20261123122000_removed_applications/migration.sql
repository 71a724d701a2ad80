-- AlterTable
ALTER TABLE "Application" ADD COLUMN "removedAt" DATETIME;

-- CreateIndex
CREATE INDEX "Application_removedAt_idx" ON "Application"("removedAt");
