// Inline in the private link's page. If its scripts do not come, or fail before they have drawn anything, it shows what
// the document has for that case (landing/inquiry-documents.tsx), in place of the spinner.
addEventListener('error', tell, { capture: true });

function tell({ target }: Event): void {
  const told = document.querySelector<HTMLElement>('[data-not-loaded]');
  const isOfScript = target instanceof HTMLScriptElement || target === window;
  if (!isOfScript || !told?.hidden) return;
  told.hidden = false;
  told.nextElementSibling?.remove();
  told.querySelector('button')?.addEventListener('click', reload);
  addEventListener('online', reload);
}

function reload(): void {
  location.reload();
}
