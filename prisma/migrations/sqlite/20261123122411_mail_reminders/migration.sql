-- AlterTable
ALTER TABLE "OutgoingMail" ADD COLUMN "about" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "emailConfirmedAt" DATETIME;

-- CreateTable
CREATE TABLE "MailReminders" (
    "userId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "language" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "quietFrom" TEXT NOT NULL,
    "quietTo" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "MailReminders_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SentMailReminder" (
    "userId" INTEGER NOT NULL,
    "what" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("userId", "what"),
    CONSTRAINT "SentMailReminder_userId_fkey" FOREIGN KEY ("userId") REFERENCES "MailReminders" ("userId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "SentMailReminder_at_idx" ON "SentMailReminder"("at");
