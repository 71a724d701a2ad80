-- AlterTable
ALTER TABLE "CalendarLink" ADD COLUMN     "deadlines" TEXT;
