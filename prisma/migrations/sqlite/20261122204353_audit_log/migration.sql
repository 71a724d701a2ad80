-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "userId" INTEGER,
    "subject" TEXT,
    "detail" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "place" TEXT,
    "name" TEXT,
    "requestId" TEXT
);

-- CreateIndex
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at");

-- CreateIndex
CREATE INDEX "AuditEntry_kind_idx" ON "AuditEntry"("kind");

-- CreateIndex
CREATE INDEX "AuditEntry_userId_idx" ON "AuditEntry"("userId");

-- CreateIndex
CREATE INDEX "AuditEntry_subject_idx" ON "AuditEntry"("subject");
