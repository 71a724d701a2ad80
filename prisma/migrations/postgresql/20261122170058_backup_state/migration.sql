-- CreateTable
CREATE TABLE "BackupState" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "claimedUntil" TIMESTAMP(3),
    "file" TEXT,
    "madeAt" TIMESTAMP(3),
    "size" DOUBLE PRECISION,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "failedAt" TIMESTAMP(3),
    "failure" TEXT,

    CONSTRAINT "BackupState_pkey" PRIMARY KEY ("id")
);

-- The one row
INSERT INTO "BackupState" ("id") VALUES (1);
