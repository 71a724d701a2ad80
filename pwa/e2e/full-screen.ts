import type { Page } from 'playwright/test';

/**
 * Gives the page a full screen that only says that it is there: one without a window sometimes draws no more frames in
 * its own, and loses the focus.
 */
export async function pretendFullScreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shown: Element | null = null;
    function show(element: Element | null): Promise<void> {
      shown = element;
      document.dispatchEvent(new Event('fullscreenchange'));
      return Promise.resolve();
    }
    Object.defineProperty(Document.prototype, 'fullscreenElement', { get: () => shown });
    Document.prototype.exitFullscreen = () => show(null);
    Element.prototype.requestFullscreen = function showThis() {
      return show(this);
    };
  });
}
