import { picturesOf, type SiteContent } from '#contract/site.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db } from '#prisma/client.ts';
import { type PortraitFiles, readPortrait } from '#server/domain/site/portraits.ts';
import { currentVersion, currentVersionId, legalChangedAt } from '#server/domain/site/site.ts';
import type { Publication } from '#server/http/pages/pages.ts';

/** Between two looks at the newest version, in milliseconds: every commit asks for one. */
const PAUSE = 200;

interface Following {
  db: Db;
  notifier: ChangeNotifier;
  /** Shows a version to visitors. After a failure the version before stays, until the next commit. */
  show: (content: SiteContent, publication: Publication) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Shows the newest publication, now and whenever a process on this database publishes. Resolves after the first
 * attempt, even if it failed or nothing is published yet.
 */
export async function followPublications({
  db,
  notifier,
  show,
  onError,
}: Following): Promise<void> {
  let shown: number | null = null;
  let wanted = false;
  let looking = false;

  async function look(): Promise<void> {
    if ((await currentVersionId(db)) === shown) return;
    const version = await currentVersion(db);
    if (!version) return;
    const pictures = new Map<string, PortraitFiles>();
    for (const id of picturesOf(version.content.settings)) {
      const files = await readPortrait(db, id);
      if (files) pictures.set(id, files);
    }
    const legalAt = await legalChangedAt(db);
    await show(version.content, { at: version.at, legalAt, pictures });
    shown = version.id;
  }

  notifier.onChange(() => {
    wanted = true;
    if (!looking) void lookAgain();
  });

  async function lookAgain(): Promise<void> {
    looking = true;
    while (wanted) {
      wanted = false;
      await look().catch(onError);
      await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
    }
    looking = false;
  }

  await look().catch(onError);
}
