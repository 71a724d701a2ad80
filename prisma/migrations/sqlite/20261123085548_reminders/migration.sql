-- CreateTable
CREATE TABLE "PushSubscription" (
    "sessionId" TEXT NOT NULL PRIMARY KEY,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "quietFrom" TEXT NOT NULL,
    "quietTo" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "notBefore" DATETIME NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "PushSubscription_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SentReminder" (
    "sessionId" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionId", "what"),
    CONSTRAINT "SentReminder_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "PushSubscription" ("sessionId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "PushSubscription_endpoint_key" ON "PushSubscription"("endpoint");

-- CreateIndex
CREATE INDEX "SentReminder_at_idx" ON "SentReminder"("at");

-- CreateIndex
CREATE INDEX "Application_followUpOn_idx" ON "Application"("followUpOn");
