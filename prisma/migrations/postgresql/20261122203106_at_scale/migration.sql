-- DropIndex
DROP INDEX "Application_updatedAt_idx";

-- DropIndex
DROP INDEX "IdempotencyKey_createdAt_idx";

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "erasedAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "Application_updatedAt_version_idx" ON "Application"("updatedAt", "version");

-- CreateIndex
CREATE INDEX "Application_status_updatedAt_idx" ON "Application"("status", "updatedAt");

-- CreateIndex
CREATE INDEX "Contact_setAsideAt_idx" ON "Contact"("setAsideAt");

-- CreateIndex
CREATE INDEX "IdempotencyKey_scope_createdAt_idx" ON "IdempotencyKey"("scope", "createdAt");

-- CreateIndex
CREATE INDEX "RateLimiterFlexible_expire_idx" ON "RateLimiterFlexible"("expire");

-- CreateIndex
CREATE INDEX "Tombstone_createdAt_idx" ON "Tombstone"("createdAt");

-- By hand, because schema.prisma has no indexes of expressions: a person is found by the address.
CREATE INDEX "Contact_address_idx" ON "Contact"(lower("email"));
CREATE INDEX "Application_address_idx" ON "Application"(lower("email"));
