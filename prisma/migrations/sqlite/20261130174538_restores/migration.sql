-- CreateTable
CREATE TABLE "Restore" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "epoch" TEXT NOT NULL,
    "before" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "contactId" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "HeldCopy" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "list" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "epoch" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "content" TEXT,
    "devices" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decidedBy" INTEGER,
    "decidedAt" DATETIME,
    "entries" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "ErasedAddress" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "Restore_before_idx" ON "Restore"("before");

-- CreateIndex
CREATE INDEX "HeldCopy_state_at_idx" ON "HeldCopy"("state", "at");

-- CreateIndex
CREATE UNIQUE INDEX "HeldCopy_list_recordId_epoch_key" ON "HeldCopy"("list", "recordId", "epoch");
