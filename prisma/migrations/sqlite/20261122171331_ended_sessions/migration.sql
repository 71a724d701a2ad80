-- AlterTable
ALTER TABLE "Session" ADD COLUMN "syncedAt" DATETIME;
ALTER TABLE "Session" ADD COLUMN "unsent" INTEGER;

-- CreateTable
CREATE TABLE "EndedSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "endedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "EndedSession_endedAt_idx" ON "EndedSession"("endedAt");
