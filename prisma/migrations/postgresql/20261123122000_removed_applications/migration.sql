-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "removedAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "Application_removedAt_idx" ON "Application"("removedAt");
