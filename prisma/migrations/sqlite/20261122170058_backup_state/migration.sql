-- CreateTable
CREATE TABLE "BackupState" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT DEFAULT 1,
    "claimedUntil" DATETIME,
    "file" TEXT,
    "madeAt" DATETIME,
    "size" REAL,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "failedAt" DATETIME,
    "failure" TEXT
);

-- The one row
INSERT INTO "BackupState" ("id") VALUES (1);
