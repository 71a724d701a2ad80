import type { CDPSession, Page } from 'playwright/test';

/** The service worker of a page, for Chromium's commands that give it an event, as the browser would. */
export async function registeredWorker(
  page: Page,
): Promise<{ session: CDPSession; of: { origin: string; registrationId: string } }> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  return { session, of: { origin, registrationId: await registered } };
}
