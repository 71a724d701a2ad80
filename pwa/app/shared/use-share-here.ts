import { useLocation } from '@tanstack/react-router';
import { forgetDraftsAbout } from '#pwa/lib/storage/drafts.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { dropShare } from '#pwa/visitor/shares.ts';

/** What was shared and is used on the open page, whose address names it behind `#`. */
export function useShareHere() {
  const { userId } = useMirror();
  const hash = useLocation({ select: (location) => location.hash });
  const share = /^share-[\d.]+$/.test(hash) ? hash : null;
  return {
    share,
    /** A draft about it is not the one that somebody has typed before. */
    draftName: (name: string) => (share === null ? name : `${name}:${share}`),
    use(): void {
      if (share === null) return;
      forgetDraftsAbout(userId, [share]);
      void dropShare(share);
    },
  };
}
