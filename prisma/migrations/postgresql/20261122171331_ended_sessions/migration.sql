-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "syncedAt" TIMESTAMP(3),
ADD COLUMN     "unsent" INTEGER;

-- CreateTable
CREATE TABLE "EndedSession" (
    "id" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "endedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "EndedSession_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "EndedSession_endedAt_idx" ON "EndedSession"("endedAt");
