/** Runs in development in place of the prerendered markup and its loader. */
import '#pwa/ui/fonts.css';
import { userHere } from '#pwa/session/user-here.ts';
import { hydrate } from './main.tsx';

await hydrate(
  fetch('/api/auth/user').then(async (response) =>
    userHere(response.ok ? await response.json() : null),
  ),
);
