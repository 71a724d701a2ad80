-- CreateTable
CREATE TABLE "OutgoingMail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "mailbox" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "contactId" INTEGER,
    "userId" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextTryAt" DATETIME NOT NULL,
    "giveUpAt" DATETIME NOT NULL,
    "failure" TEXT,
    "answer" TEXT,
    "sentAt" DATETIME,
    CONSTRAINT "OutgoingMail_contactId_fkey" FOREIGN KEY ("contactId") REFERENCES "Contact" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "OutgoingMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "OutgoingMail_state_nextTryAt_idx" ON "OutgoingMail"("state", "nextTryAt");

-- CreateIndex
CREATE INDEX "OutgoingMail_mailbox_createdAt_idx" ON "OutgoingMail"("mailbox", "createdAt");

-- CreateIndex
CREATE INDEX "OutgoingMail_createdAt_idx" ON "OutgoingMail"("createdAt");

-- CreateIndex
CREATE INDEX "OutgoingMail_contactId_idx" ON "OutgoingMail"("contactId");

-- CreateIndex
CREATE INDEX "OutgoingMail_userId_idx" ON "OutgoingMail"("userId");
