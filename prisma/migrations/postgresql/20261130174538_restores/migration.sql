-- CreateTable
CREATE TABLE "Restore" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "epoch" TEXT NOT NULL,
    "before" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "contactId" INTEGER NOT NULL,

    CONSTRAINT "Restore_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HeldCopy" (
    "id" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "epoch" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "content" TEXT,
    "devices" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decidedBy" INTEGER,
    "decidedAt" TIMESTAMP(3),
    "entries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "HeldCopy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ErasedAddress" (
    "digest" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ErasedAddress_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "Restore_before_idx" ON "Restore"("before");

-- CreateIndex
CREATE INDEX "HeldCopy_state_at_idx" ON "HeldCopy"("state", "at");

-- CreateIndex
CREATE UNIQUE INDEX "HeldCopy_list_recordId_epoch_key" ON "HeldCopy"("list", "recordId", "epoch");
