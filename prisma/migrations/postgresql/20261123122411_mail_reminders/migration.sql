-- AlterTable
ALTER TABLE "OutgoingMail" ADD COLUMN     "about" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "emailConfirmedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "MailReminders" (
    "userId" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "quietFrom" TEXT NOT NULL,
    "quietTo" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MailReminders_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "SentMailReminder" (
    "userId" INTEGER NOT NULL,
    "what" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SentMailReminder_pkey" PRIMARY KEY ("userId","what")
);

-- CreateIndex
CREATE INDEX "SentMailReminder_at_idx" ON "SentMailReminder"("at");

-- AddForeignKey
ALTER TABLE "MailReminders" ADD CONSTRAINT "MailReminders_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SentMailReminder" ADD CONSTRAINT "SentMailReminder_userId_fkey" FOREIGN KEY ("userId") REFERENCES "MailReminders"("userId") ON DELETE CASCADE ON UPDATE CASCADE;
