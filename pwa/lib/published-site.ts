import type { PublicSite } from '#contract/site.ts';

/**
 * What the owner has published, as the document has it: app.html all of it, a document of the public page the
 * texts of its own language only (publishedEverywhere() has all). Null before the first publication.
 */
let site: PublicSite | null = typeof document === 'undefined' ? null : inDocument();
let everywhere: Promise<PublicSite['texts']> | undefined;

export function publishedSite(): PublicSite | null {
  return site;
}

/** For the prerender, and for a page that has published itself. */
export function setPublishedSite(next: PublicSite | null): void {
  site = next;
}

/** The published texts of all languages. Rejects when they cannot be loaded; a later call tries again. */
export async function publishedEverywhere(): Promise<PublicSite['texts']> {
  everywhere ??= load().catch((error: unknown) => {
    everywhere = undefined;
    throw error;
  });
  return everywhere;
}

async function load(): Promise<PublicSite['texts']> {
  const answer = await fetch('/published.json');
  if (!answer.ok) throw new Error(`/published.json: ${answer.status}`);
  // Null: the worker's copy is from before the first publication.
  const all: PublicSite | null = await answer.json();
  return all?.texts ?? {};
}

function inDocument(): PublicSite | null {
  const data = document.getElementById('published')?.textContent;
  // The server has checked it.
  return data ? (JSON.parse(data) as PublicSite) : null;
}
